// SPDX-License-Identifier: Apache-2.0
/// How much callers may ask for at once: bodies in work, requests per caller, long answers.
@NullMarked
package io.tcn.api.intake;

import org.jspecify.annotations.NullMarked;
