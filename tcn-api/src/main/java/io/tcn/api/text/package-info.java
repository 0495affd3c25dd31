// SPDX-License-Identifier: Apache-2.0
/// Texts of callers, made harmless for logs, tables and spreadsheets, and words of our own.
@NullMarked
package io.tcn.api.text;

import org.jspecify.annotations.NullMarked;
