// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.credential;

import java.util.Map;

class H2VaultTest extends VaultContract {
    @Override
    Map<String, String> emptyDatabase() {
        return Map.of();
    }
}
