using System.Diagnostics.Metrics;
using IwTune.Server.Features.Webhooks.Delivery;
using IwTune.Server.Storage;
using IwTune.Shared.Fleet.Rollouts;

namespace IwTune.Server.Hosting.Telemetry;

/// <summary>What the server counts.</summary>
internal static class ServerMeters
{
    public const string Name = "IwTune.Server";
    private static readonly Meter Meter = new(Name);

    public static readonly Counter<long> CheckIns = Meter.CreateCounter<long>("iwtune_checkins", description: "Check-ins accepted.");
    public static readonly Counter<long> Enrolments = Meter.CreateCounter<long>("iwtune_enrolments", description: "Hosts that enrolled.");
    public static readonly Counter<long> ReportLines = Meter.CreateCounter<long>(
        "iwtune_report_lines",
        description: "Report lines made durable."
    );
    public static readonly Counter<long> Publications = Meter.CreateCounter<long>(
        "iwtune_publications",
        description: "Revisions published or rolled back to."
    );
    public static readonly Counter<long> RolloutEvents = Meter.CreateCounter<long>(
        "iwtune_rollout_events",
        description: "Events of rollouts that this server stored, by kind."
    );
    public static readonly Counter<long> WebhookEvents = Meter.CreateCounter<long>(
        "iwtune_webhook_events",
        description: "Events written down for webhooks."
    );
    public static readonly Counter<long> WebhookTries = Meter.CreateCounter<long>(
        "iwtune_webhook_tries",
        description: "Deliveries sent to webhooks, by result."
    );
    public static readonly Histogram<double> StoreWrites = Meter.CreateHistogram<double>(
        "iwtune_store_write",
        "s",
        "Duration of write transactions, by lane."
    );
    public static readonly Counter<long> LongReadings = Meter.CreateCounter<long>(
        "iwtune_long_readings",
        description: "Readings for the replica, by where they ran, and why on the primary."
    );
    public static readonly Counter<long> Refusals = Meter.CreateCounter<long>(
        "iwtune_refusals",
        description: "Calls rejected for lack of capacity, by budget."
    );
    public static readonly Counter<long> RetryAfter = Meter.CreateCounter<long>(
        "iwtune_retry_after",
        "s",
        description: "Seconds that calls were asked to wait, by budget."
    );
    public static readonly Counter<long> SignInFailures = Meter.CreateCounter<long>(
        "iwtune_signin_failures",
        description: "Sign-ins refused."
    );

    /// <summary>Shows each counter from the beginning: a rate over one that appears with its first event misses that event.</summary>
    public static void Begin()
    {
        foreach (var counter in (Counter<long>[])[CheckIns, Enrolments, ReportLines, Publications, SignInFailures, WebhookEvents])
            counter.Add(0);
        WebhookTries.Add(0, new KeyValuePair<string, object?>("result", "taken"));
        foreach (var kind in Enum.GetNames<RolloutEventKind>())
            RolloutEvents.Add(0, new KeyValuePair<string, object?>("kind", kind));
    }

    /// <summary>The same for a server that has a replica.</summary>
    public static void BeginReplica()
    {
        foreach (
            var (on, reason) in (IReadOnlyList<(string, string)>)[("replica", "none"), ("primary", "behind"), ("primary", "unreachable")]
        )
            LongReadings.Add(0, new("on", on), new("reason", reason));
    }

    /// <summary>A reading for the replica is over.</summary>
    public static void LongReading(string on, string reason) => LongReadings.Add(1, new("on", on), new("reason", reason));

    public static string ReasonOf(ReplicaUse use) =>
        use switch
        {
            ReplicaUse.Behind => "behind",
            ReplicaUse.Unreachable => "unreachable",
            ReplicaUse.Unfit => "unfit",
            _ => "none",
        };

    public static void Delivered(ReceiverAnswer answer) =>
        WebhookTries.Add(
            1,
            new KeyValuePair<string, object?>(
                "result",
                answer switch
                {
                    { IsTaken: true } => "taken",
                    { IsGone: true } => "gone",
                    { Status: 0 } => "unreached",
                    _ => "refused",
                }
            )
        );

    /// <summary>A call was sent away with a time to retry.</summary>
    public static void SentAway(string budget, int seconds)
    {
        var by = new KeyValuePair<string, object?>("budget", budget);
        Refusals.Add(1, by);
        RetryAfter.Add(seconds, by);
    }
}
