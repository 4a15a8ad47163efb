import { useHasGoogle } from '../../../api/config.ts';
import { useSales } from '../../../api/sales.ts';

export function Cookies() {
  const sells = useSales();
  const hasGoogle = useHasGoogle();
  const hasWindow = sells || hasGoogle;
  return (
    <>
      <p>
        There are two cookies. The first is kept for up to 30 days. It’s set when you sign in, and
        keeps you signed in. While you’re signed out, it’s set when you{' '}
        {sells &&
          'add a source or ask to hear how an episode starts, so that you can find them again, or '}
        say whether an episode was right, so that it counts once. The second is set only when you
        sign in. It remembers for 90 days that this browser has signed in to your account before, so
        that someone guessing at your password can’t lock you out. They do nothing else.
      </p>
      <p>
        Your own browser remembers{' '}
        {sells ? 'your unfinished order' : 'what you have started to ask for'}, where you stopped
        listening
        {hasGoogle
          ? ', the speed you like and, until you sign out, your sign-in with Google'
          : ' and the speed you like'}
        .{' '}
        {sells &&
          'When you pay, Paddle’s window may set the cookies it needs to take the payment safely; so may Google’s window when you sign in with it. '}
        {!sells && hasGoogle && 'When you sign in with Google, its window may set cookies. '}
        {hasWindow ? 'Nothing else is set unless you agree first.' : 'Nothing else is set.'}
      </p>
    </>
  );
}
