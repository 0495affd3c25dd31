// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.PipeId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/// What contracts of the store's parts share: a store with one pipe, of which each test finds no transfer.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StoreWorldContract {
    static final PipeId PIPE = PipeId.of("p");

    private @Nullable StoreWorld world;

    /// JDBC address of an empty database or schema.
    abstract String url() throws Exception;

    @BeforeAll
    void open() throws Exception {
        world = StoreWorld.open(url(), PIPE);
    }

    @AfterAll
    void close() throws InterruptedException {
        if (world != null) {
            world.close();
        }
    }

    @BeforeEach
    void empty() {
        world().jdbc().update("delete from agent_order");
        world().jdbc().update("delete from leftover");
        world().jdbc().update("delete from transfer_delay");
        world().jdbc().update("delete from transfer");
    }

    StoreWorld world() {
        if (world == null) {
            throw new IllegalStateException("the store was not opened");
        }
        return world;
    }
}
