// SPDX-License-Identifier: Apache-2.0
/// Configuration and control in the FTS face: settings, bans, the optimizer, what runs where.
@NullMarked
package io.tcn.api.fts.config;

import org.jspecify.annotations.NullMarked;
