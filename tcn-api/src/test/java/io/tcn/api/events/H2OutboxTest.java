// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.events;

import org.jspecify.annotations.Nullable;

/// The outbox on H2 in a file, as a server has it by default.
class H2OutboxTest extends OutboxContract {
    @Override
    @Nullable
    String url() {
        return null;
    }
}
