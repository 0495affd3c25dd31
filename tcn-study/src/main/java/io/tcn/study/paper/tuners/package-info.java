// SPDX-License-Identifier: Apache-2.0
/// What the papers of Falcon, Marlin, FStream++ and HARP claim, claim by claim, beside what the same tuners do
/// here.
@NullMarked
package io.tcn.study.paper.tuners;

import org.jspecify.annotations.NullMarked;
