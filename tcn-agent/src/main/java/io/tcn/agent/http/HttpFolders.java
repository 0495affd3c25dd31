// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.http;

import io.tcn.agent.TransferException;
import io.tcn.agent.http.EndpointMemory.Topic;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The folders above a file at an HTTP or WebDAV storage, of which is remembered for a while that they are there.
final class HttpFolders {
    private static final Logger log = LoggerFactory.getLogger(HttpFolders.class);

    private final HttpFile file;

    /// @param file the one that is to be written
    HttpFolders(HttpFile file) {
        this.file = file;
    }

    /// Makes them where they are missing. Says nothing when it cannot: the copy that follows fails with the better
    /// message.
    ///
    /// @param trustMemory whether a folder that was there lately need not be asked for again
    void make(boolean trustMemory) throws InterruptedException {
        List<URI> missing = new ArrayList<>();
        try {
            for (URI folder : HttpAddress.parents(file.wire())) {
                if ((trustMemory && isRemembered(folder)) || make(folder)) {
                    break;
                }
                missing.addFirst(folder);
            }
            for (URI folder : missing) {
                make(folder);
            }
        } catch (TransferException e) {
            log.debug("no folders made for {}: {}", file.name(), e.getMessage());
        }
    }

    /// What was remembered of them does not hold any more.
    void forget() {
        for (URI folder : HttpAddress.parents(file.wire())) {
            memory().forget(Topic.FOLDER_EXISTS, folder.toString());
        }
    }

    private EndpointMemory memory() {
        return file.calls().memory();
    }

    private boolean isRemembered(URI folder) {
        return memory().find(Topic.FOLDER_EXISTS, folder.toString()).isPresent();
    }

    /// Makes one folder.
    ///
    /// @return false if a folder above it is missing
    private boolean make(URI folder) throws TransferException, InterruptedException {
        int status = file.beside(folder).plain("MKCOL").status();
        // Where nobody can make one, nobody need ask again. Who may not (401, 403) says nothing of others.
        if (status / 100 == 2 || status == 405 || status == 501) {
            memory().remember(Topic.FOLDER_EXISTS, folder.toString(), true);
        }
        return status != 409 && status != 404;
    }
}
