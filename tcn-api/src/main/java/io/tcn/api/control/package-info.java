// SPDX-License-Identifier: Apache-2.0
/// Our own face under /tcn/v1.
@NullMarked
package io.tcn.api.control;

import org.jspecify.annotations.NullMarked;
