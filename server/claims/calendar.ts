/** Months and weekdays in English, German and Spanish, from 1. */
const MONTHS = `
january jan januar enero ene
february feb februar febrero
march mar marz marzo
april apr abril abr
may mai mayo
june jun juni junio
july jul juli julio
august aug agosto ago
september sep sept septiembre
october oct oktober okt octubre
november nov noviembre
december dec dezember dez diciembre dic`;
const WEEKDAYS = `
monday mon montag lunes
tuesday tue tues dienstag martes
wednesday wed mittwoch miercoles
thursday thu thurs donnerstag jueves
friday fri freitag viernes
saturday samstag sonnabend sabado
sunday sonntag domingo`;

function numbered(list: string): Map<string, number> {
  const lines = list.trim().split('\n');
  return new Map(
    lines.flatMap((line, index) =>
      line.split(' ').map((word): [string, number] => [word, index + 1]),
    ),
  );
}

export const months = numbered(MONTHS);
export const weekdays = numbered(WEEKDAYS);
