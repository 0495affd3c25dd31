// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A row of `job` when it is new; afterwards rows are changed by [TransitionWriter] and read as [JobView].
@Entity
@Table(name = "job")
@SuppressWarnings("UnusedVariable") // Hibernate reads the fields
class JobEntity {
    @Id
    private String id = "";

    @Column(name = "user_id")
    private String userId = "";

    @Column(name = "user_dn")
    private String userDn = "";

    @Column(name = "credential_id")
    private String credentialId = "";

    private char type;
    private String state = "SUBMITTED";

    @Column(name = "submit_time")
    private Instant submitTime = Instant.EPOCH;

    @Column(name = "expire_time")
    private @Nullable Instant expireTime;

    private int priority;
    private int retry;

    @Column(name = "retry_delay")
    private int retryDelay;

    @Column(columnDefinition = "text")
    private @Nullable String metadata;

    @Column(name = "overwrite_flag")
    private @Nullable Character overwriteFlag;

    @Column(name = "verify_checksum")
    private char verifyChecksum;

    @Column(name = "source_se")
    private @Nullable String sourceSe;

    @Column(name = "dest_se")
    private @Nullable String destinationSe;

    @Column(name = "source_space")
    private @Nullable String sourceSpace;

    @Column(name = "destination_space")
    private @Nullable String destinationSpace;

    @Column(name = "internal_params")
    private @Nullable String internalParams;

    @Column(name = "submit_host")
    private String submitHost = "";

    @Column(name = "cancel_requested")
    private boolean cancelRequested;

    private int total;
    private boolean started;
    private int finished;
    private int failed;
    private int canceled;

    protected JobEntity() {}

    JobEntity(NewJob job, Instant now, String host) {
        this.id = job.id();
        this.userId = job.user().value();
        this.userDn = job.userDn();
        this.credentialId = job.credentialId();
        this.type = job.type();
        this.submitTime = now;
        this.expireTime = job.expires();
        this.priority = job.priority();
        this.retry = job.retry();
        this.retryDelay = job.retryDelaySeconds();
        this.metadata = job.metadata();
        this.overwriteFlag = job.overwriteFlag();
        this.verifyChecksum = job.verifyChecksum();
        this.sourceSe = job.sourceSe();
        this.destinationSe = job.destinationSe();
        this.sourceSpace = job.sourceSpace();
        this.destinationSpace = job.destinationSpace();
        this.internalParams = job.internalParams();
        this.submitHost = host;
        this.total = job.transfers().size();
    }
}
