// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.ChecksumMode;
import io.tcn.core.model.TransferState;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.SequenceGenerator;
import jakarta.persistence.Table;
import org.jspecify.annotations.Nullable;

/// A row of `transfer` when it is new; afterwards rows are changed by [TransitionWriter] and read by queries.
@Entity
@Table(name = "transfer")
@SuppressWarnings("UnusedVariable") // Hibernate reads the fields
class TransferEntity {
    /// Numbers taken from the database at a time.
    static final int ID_BLOCK = 1000;

    @Id
    @GeneratedValue(strategy = GenerationType.SEQUENCE, generator = "transfer_id")
    @SequenceGenerator(name = "transfer_id", sequenceName = "transfer_id", allocationSize = ID_BLOCK)
    private @Nullable Long id;

    @Column(name = "job_id")
    private String jobId = "";

    @Column(name = "file_index")
    private int fileIndex;

    @Column(name = "pipe_id")
    private String pipeId = "";

    private String source = "";
    private String destination = "";

    @Enumerated(EnumType.STRING)
    private TransferState state = TransferState.QUEUED;

    private int priority;

    @Column(name = "user_size")
    private long userSize;

    @Column(name = "size_bytes")
    private long sizeBytes;

    private String checksum = "";

    @Enumerated(EnumType.STRING)
    @Column(name = "checksum_mode")
    private ChecksumMode checksumMode = ChecksumMode.WHEN_OBTAINABLE;

    private boolean overwrite;

    @Column(name = "max_retries")
    private int maxRetries;

    @Column(name = "retry_delay_ms")
    private long retryDelayMs;

    @Column(name = "timeout_ms")
    private @Nullable Long timeoutMs;

    private String activity = "";

    @Column(columnDefinition = "text")
    private @Nullable String metadata;

    private int attempts;
    private int retries;
    private boolean dirty;
    private boolean unreleased;

    protected TransferEntity() {}

    TransferEntity(String jobId, NewTransfer transfer) {
        this.jobId = jobId;
        this.fileIndex = transfer.fileIndex();
        this.pipeId = transfer.pipe().value();
        this.source = transfer.source();
        this.destination = transfer.destination();
        this.state = transfer.waits() ? TransferState.WAITING : TransferState.QUEUED;
        this.unreleased = transfer.waits();
        this.priority = transfer.priority();
        this.userSize = transfer.sizeBytes();
        this.sizeBytes = transfer.sizeBytes();
        this.checksum = transfer.checksum();
        this.checksumMode = transfer.checksumMode();
        this.overwrite = transfer.overwrite();
        this.maxRetries = transfer.maxRetries();
        this.retryDelayMs = transfer.retryDelay().toMillis();
        this.timeoutMs = transfer.timeout() == null ? null : transfer.timeout().toMillis();
        this.activity = transfer.activity();
        this.metadata = transfer.metadata();
    }

    TransferState state() {
        return state;
    }

    long id() {
        if (id == null) {
            throw new IllegalStateException("the transfer was not stored");
        }
        return id;
    }
}
