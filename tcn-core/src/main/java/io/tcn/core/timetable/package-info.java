// SPDX-License-Identifier: Apache-2.0
/// When something is in force: dates, days and hours of a time zone. Pure: no clock, no thread. The server and the
/// simulator ask the same.
@NullMarked
package io.tcn.core.timetable;

import org.jspecify.annotations.NullMarked;
