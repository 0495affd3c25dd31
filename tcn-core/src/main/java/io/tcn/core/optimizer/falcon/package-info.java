// SPDX-License-Identifier: Apache-2.0
/// Falcon (Arifuzzaman and Arslan, *Online Optimization of File Transfers in High-Speed Networks*, SC 2021): every
/// transfer job looks for its own number of concurrent files by trying numbers and comparing a utility that charges
/// each of them. Here a pipe is such a job: the pipes compete and know nothing of each other, of the map or of bounds.
@NullMarked
package io.tcn.core.optimizer.falcon;

import org.jspecify.annotations.NullMarked;
