// SPDX-License-Identifier: Apache-2.0
/// How much an FTS REST face takes and gives: submissions and reads over TLS with a client certificate.
@NullMarked
package io.tcn.bench.submit;

import org.jspecify.annotations.NullMarked;
