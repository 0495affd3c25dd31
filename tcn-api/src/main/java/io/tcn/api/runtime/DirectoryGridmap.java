// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.runtime;

import io.tcn.api.security.Gridmap;
import java.util.Optional;
import org.springframework.stereotype.Component;

/// The gridmap that operators keep with `POST /tcn/v1/users`.
@Component
class DirectoryGridmap implements Gridmap {
    private final Directory directory;

    DirectoryGridmap(Directory directory) {
        this.directory = directory;
    }

    @Override
    public Optional<Entry> find(String name) {
        return directory.findDn(name).map(found -> new Entry(found.user(), found.administrator()));
    }
}
