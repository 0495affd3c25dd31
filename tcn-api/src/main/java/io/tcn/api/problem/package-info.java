// SPDX-License-Identifier: Apache-2.0
/// How a request is refused, whichever face was asked.
@NullMarked
package io.tcn.api.problem;

import org.jspecify.annotations.NullMarked;
