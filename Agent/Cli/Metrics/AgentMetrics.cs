using IwTune.Agent.Cli.Output;
using IwTune.Agent.Local;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Metrics;

/// <summary>The metrics of an agent. Names and labels are listed in docs/monitoring.md.</summary>
internal static class AgentMetrics
{
    /// <summary>No daemon answers: nothing else is known.</summary>
    public static string Away()
    {
        var text = new MetricText();
        Up(text, 0);
        return text.ToString();
    }

    /// <param name="reply">To a question for the status.</param>
    /// <param name="traffic">Passive evidence; <see langword="null"/> when it is not known.</param>
    public static string Of(LocalReply reply, ShownTraffic? traffic)
    {
        var text = new MetricText();
        Up(text, 1);
        var status = reply.Status!;
        text.Gauge(
            "iwtune_agent_build_info",
            "Version of the running daemon; always 1.",
            (MetricText.Labels(("version", status.Version)), 1)
        );
        text.Gauge("iwtune_agent_start_time_seconds", "When the daemon started, seconds since 1970.", ("", Seconds(status.Since)));
        text.Gauge(
            "iwtune_agent_as_required",
            "1 when every window is as the policy requires, as 'iwtune status' exits with 0.",
            ("", reply.Exit == ExitCode.Fine ? 1 : 0)
        );
        text.Gauge("iwtune_agent_unsent_report_lines", "Report lines that the server has not stored yet.", ("", status.Unsent));
        text.Gauge(
            "iwtune_agent_confirm_deadline_seconds",
            "When an unconfirmed change is restored, seconds since 1970.",
            ("", Seconds(status.ConfirmBy))
        );
        if (status.Server is { } server)
        {
            text.Gauge("iwtune_agent_server_reachable", "1 when the server answered last.", ("", server.Problem.Length == 0 ? 1 : 0));
            text.Gauge(
                "iwtune_agent_server_contact_seconds",
                "When the server answered last, seconds since 1970.",
                ("", Seconds(server.LastContact))
            );
        }
        text.Gauge(
            "iwtune_agent_repairs",
            "Repairs of a target after another writer changed it, since the daemon started.",
            status.Repairs.Select(one => (MetricText.Labels(("target", one.Target), ("writer", one.By)), (double?)one.Count))
        );
        if (reply.State is { } state)
            Windows(text, state);
        Measured(text, reply.Evidence);
        if (traffic is not null)
            Traffic(text, traffic.Targets);
        return text.ToString();
    }

    private static void Up(MetricText text, int value) =>
        text.Gauge("iwtune_agent_up", "1 when the daemon of this host answers.", ("", value));

    private static void Windows(MetricText text, HostState state)
    {
        if (state.Policy is { } policy)
            text.Gauge(
                "iwtune_agent_policy_info",
                "The policy in force; always 1.",
                (
                    MetricText.Labels(
                        ("policy", policy),
                        ("revision", state.Revision?.ToString(System.Globalization.CultureInfo.InvariantCulture) ?? ""),
                        ("mode", state.Mode.ToString()),
                        ("phase", state.Phase.ToString())
                    ),
                    1
                )
            );
        Of("iwtune_agent_target_configured_initcwnd_segments", "initcwnd of a target.", one => one.Configured.InitCwnd);
        Of("iwtune_agent_target_configured_initrwnd_segments", "initrwnd of a target.", one => one.Configured.InitRwnd);
        Of("iwtune_agent_target_required_initcwnd_segments", "initcwnd that the policy requires.", one => one.Wanted?.InitCwnd);
        Of("iwtune_agent_target_required_initrwnd_segments", "initrwnd that the policy requires.", one => one.Wanted?.InitRwnd);

        void Of(string name, string help, Func<TargetState, int?> value) =>
            text.Gauge(name, help, state.Targets.Select(one => (TargetLabels(one), (double?)value(one))));
    }

    private static string TargetLabels(TargetState target) =>
        MetricText.Labels(("target", target.Id), ("scope", target.Scope ?? ""), ("owner", target.Owner), ("strategy", target.Strategy));

    private static void Measured(MetricText text, IReadOnlyList<Evidence> evidence)
    {
        var seen = evidence.Where(one => one is { Conclusive: true, EffectiveSegments: not null }).DistinctBy(one => one.TargetId).ToList();
        text.Gauge(
            "iwtune_agent_target_effective_window_segments",
            "What a fresh connection over the target starts with.",
            seen.Select(one =>
                (
                    MetricText.Labels(("target", one.TargetId), ("method", one.Method.ToString()), ("binding", one.Binding.ToString())),
                    (double?)one.EffectiveSegments
                )
            )
        );
        text.Gauge(
            "iwtune_agent_target_evidence_seconds",
            "When the effective window was measured, seconds since 1970.",
            seen.Select(one => (Target(one.TargetId), Seconds(one.At)))
        );
        text.Gauge(
            "iwtune_agent_target_rtt_seconds",
            "Round-trip time of that connection.",
            seen.Select(one => (Target(one.TargetId), one.RttMicroseconds / 1e6))
        );
    }

    private static void Traffic(MetricText text, IReadOnlyList<ShownTrafficTarget> targets)
    {
        text.Gauge(
            "iwtune_agent_traffic_connections",
            "Connections that ended and had sent data, over the last half to whole day.",
            targets.Select(one => (Target(one.TargetId), (double?)one.Profile.Connections))
        );
        text.Gauge(
            "iwtune_agent_first_flight_judged_connections",
            "Those of them of which it is known whether their first flight lost segments.",
            targets.Select(one => (Target(one.TargetId), (double?)one.Profile.Judged))
        );
        text.Gauge(
            "iwtune_agent_first_flight_loss_ratio",
            "Share of the judged connections that lost some of their first flight.",
            targets.Select(one => (Target(one.TargetId), one.FirstFlightLoss?.Share))
        );
        text.Gauge(
            "iwtune_agent_first_flight_loss_ratio_low",
            "Lower end of its 95 % interval.",
            targets.Select(one => (Target(one.TargetId), one.FirstFlightLoss?.Low))
        );
        text.Gauge(
            "iwtune_agent_first_flight_loss_ratio_high",
            "Upper end of its 95 % interval.",
            targets.Select(one => (Target(one.TargetId), one.FirstFlightLoss?.High))
        );
    }

    private static string Target(string id) => MetricText.Labels(("target", id));

    private static double? Seconds(DateTimeOffset? at) => at?.ToUnixTimeMilliseconds() / 1000.0;
}
