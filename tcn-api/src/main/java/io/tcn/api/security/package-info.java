// SPDX-License-Identifier: Apache-2.0
/// Who is calling: certificates, users and rights; the private certificate authority of a first start.
@NullMarked
package io.tcn.api.security;

import org.jspecify.annotations.NullMarked;
