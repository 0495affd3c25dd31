// SPDX-License-Identifier: Apache-2.0
/// What the server does as metrics, for alarms and dashboards.
@NullMarked
package io.tcn.api.ops;

import org.jspecify.annotations.NullMarked;
