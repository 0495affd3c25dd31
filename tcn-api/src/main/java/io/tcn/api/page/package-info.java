// SPDX-License-Identifier: Apache-2.0
/// The operators' page: what the server does, for people with a browser. Reads the same services as `/tcn/v1`, with the
/// same rights; needs no script; asks no other host.
@NullMarked
package io.tcn.api.page;

import org.jspecify.annotations.NullMarked;
