import { createContext, useContext } from 'react';

/** Comes from the document itself, so that no page shows a price and then takes it back. */
export const SalesContext = createContext(true);

export const useSales = (): boolean => useContext(SalesContext);

export const readSales = (): boolean => document.documentElement.dataset.sales !== 'off';
