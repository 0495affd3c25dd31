// SPDX-License-Identifier: Apache-2.0
/// When something is in force: dates, days and hours of a time zone. Pure: no clock, no thread.
@NullMarked
package io.tcn.api.timetable;

import org.jspecify.annotations.NullMarked;
