// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeLimits;
import io.tcn.core.model.UserId;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/// A row of `pipe`.
@Entity
@Table(name = "pipe")
class PipeEntity {
    @Id
    private String id = "";

    private String source = "";
    private String destination = "";

    @Column(name = "user_id")
    private String userId = "";

    @Column(name = "min_connections")
    private int minConnections;

    @Column(name = "max_connections")
    private int maxConnections;

    private double weight = 1;

    /// Removed by an operator: kept for the transfers of the past.
    private boolean forgotten;

    /// Nobody has declared it.
    @Column(name = "by_first_use")
    private boolean byFirstUse;

    protected PipeEntity() {}

    /// A pipe that comes on first use.
    static PipeEntity onFirstUse(Pipe pipe) {
        PipeEntity row = new PipeEntity(pipe);
        row.byFirstUse = true;
        return row;
    }

    PipeEntity(Pipe pipe) {
        this.id = pipe.id().value();
        this.source = pipe.source().toString();
        this.destination = pipe.destination().toString();
        this.userId = pipe.user().value();
        this.minConnections = pipe.limits().minConnections();
        this.maxConnections = pipe.limits().maxConnections();
        this.weight = pipe.weight();
    }

    boolean isForgotten() {
        return forgotten;
    }

    void forget() {
        forgotten = true;
    }

    void comeBack() {
        forgotten = false;
    }

    Pipe toPipe() {
        return new Pipe(
                PipeId.of(id),
                EndpointText.parse(source),
                EndpointText.parse(destination),
                UserId.of(userId),
                new PipeLimits(minConnections, maxConnections),
                weight);
    }
}
