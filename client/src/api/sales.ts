import { createContext, useContext } from 'react';

/**
 * Whether episodes are sold here (`SALES`). It stands in the document itself, so that the prerendered
 * HTML and the first paint know it, and no page shows a price and takes it back.
 */
export const SalesContext = createContext(true);

export const useSales = (): boolean => useContext(SalesContext);

export const readSales = (): boolean => document.documentElement.dataset.sales !== 'off';
