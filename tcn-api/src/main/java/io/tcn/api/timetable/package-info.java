// SPDX-License-Identifier: Apache-2.0
/// Timetables as requests and answers have them.
@NullMarked
package io.tcn.api.timetable;

import org.jspecify.annotations.NullMarked;
