using IwTune.Agent.Cli.Fleet.Hosts;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Agent.Cli.Fleet.Standing;

/// <summary>Holds on hosts: listed, placed, released.</summary>
internal static class HoldsVerb
{
    public static Verb Create(CliContext context)
    {
        var verb = new Verb(VerbGroup.Fleet, "holds", "Keep hosts at their present revision")
        {
            Details =
                "A held host keeps its revision: no publication, rollout, rollback, assignment or label reaches it until it is released or "
                + "the time is over. "
                + "Its agent still repairs what others change. 'iwtune hold' on the host itself stops repairs too.",
            Examples =
            [
                ("iwtune fleet holds set fra-web-017 --reason 'changing providers' --for 2h", "one host, for two hours"),
                ("iwtune fleet holds set --selector 'site:fra' --reason CHG-7", "every host that matches at this moment"),
                ("iwtune fleet holds release fra-web-017 --reason done", "it gets what is current"),
            ],
        };
        foreach (var part in (Verb[])[List(context), Set(context), Release(context)])
            verb.Add(part);
        return verb;
    }

    private static Verb List(CliContext context)
    {
        var filter = StandingReading.Filter();
        var verb = new Verb(VerbGroup.Fleet, "list", "Every hold, set here or at the host, with the host's health beside it");
        verb.Add(filter);
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var page = await StandingReading.AllAsync(fleet, StandingKind.Holds, parsed.GetValue(filter) ?? "", ct);
                return context.Answer(
                    parsed,
                    page,
                    StandingJson.Default.StandingPage,
                    () => StandingText.Write(context.Terminal, page, StandingKind.Holds, context.Time.GetUtcNow())
                );
            }
        );
        return verb;
    }

    private static Verb Set(CliContext context)
    {
        var scope = new HostsChoice();
        var lasting = DurationOption.Create(
            "--for",
            "End the hold by itself after this time",
            "2h",
            TimeSpan.FromMinutes(1),
            TimeSpan.FromDays(366)
        );
        var verb = new Verb(VerbGroup.Fleet, "set", "Hold a host, or every host that a selector matches at this moment");
        scope.AddTo(verb);
        verb.Add(lasting);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var request = new HoldRequest(
                    parsed.GetValue(scope.Host),
                    parsed.GetValue(scope.Selector),
                    parsed.GetRequiredValue(scope.Reason),
                    parsed.GetValue(lasting) is { } time ? (long)time.TotalSeconds : null
                );
                var reply = await HostNumber.AskedAsync(
                    context.Terminal,
                    parsed.GetValue(scope.Confirm),
                    number =>
                        fleet.PostAsync(
                            FleetPaths.Holds,
                            request with
                            {
                                Confirm = number,
                            },
                            StandingJson.Default.HoldRequest,
                            StandingJson.Default.HoldReply,
                            ct
                        )
                );
                return context.Answer(parsed, reply, StandingJson.Default.HoldReply, Told(reply, request));
            },
            parsed => parsed.GetValue(scope.Host)
        );
        return verb;
    }

    private static Verb Release(CliContext context)
    {
        var scope = new HostsChoice();
        var verb = new Verb(VerbGroup.Fleet, "release", "End a hold; the host gets what is current");
        scope.AddTo(verb);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var request = new ReleaseRequest(
                    parsed.GetValue(scope.Host),
                    parsed.GetValue(scope.Selector),
                    null,
                    parsed.GetRequiredValue(scope.Reason)
                );
                var reply = await HostNumber.AskedAsync(
                    context.Terminal,
                    parsed.GetValue(scope.Confirm),
                    number =>
                        fleet.PostAsync(
                            FleetPaths.Release,
                            request with
                            {
                                Confirm = number,
                            },
                            StandingJson.Default.ReleaseRequest,
                            StandingJson.Default.ReleaseReply,
                            ct
                        )
                );
                return context.Answer(parsed, reply, StandingJson.Default.ReleaseReply, Told(reply));
            },
            parsed => parsed.GetValue(scope.Host)
        );
        return verb;
    }

    private static string Told(HoldReply reply, HoldRequest request)
    {
        var first = reply.Holds[0];
        var what = first.Policy is null ? "no policy" : $"{first.Policy} revision {first.Revision}";
        var who =
            reply.Matched == 1
                ? $"{first.HostName} is held at {what}"
                : $"{reply.Held} of {reply.Matched} matching hosts are held at what they are required to have now";
        var already =
            reply.AlreadyHeld == 0
                ? ""
                : $"; {reply.AlreadyHeld} {(reply.AlreadyHeld == 1 ? "was" : "were")} held before, and "
                    + $"stay{(reply.AlreadyHeld == 1 ? "s" : "")} as {(reply.AlreadyHeld == 1 ? "it was" : "they were")}";
        var until = first.Until is { } end ? $" until {FleetText.Time(end)}" : "";
        return $"{who}{until}{already}. 'iwtune fleet holds release {Again(request.Host, request.Selector)} --reason …' undoes it.";
    }

    private static string Told(ReleaseReply reply)
    {
        var first = reply.Holds[0];
        return reply.Released == 1
            ? $"{first.HostName} is released; "
                + (
                    first.Lacks.Length == 0
                        ? "the windows that it kept are those that are required, so nothing changes."
                        : $"now required: {first.Lacks}."
                )
            : $"{reply.Released} hosts are released and get what is current with their next check-in.";
    }

    private static string Again(string? host, string? selector) => host ?? $"--selector '{selector}'";
}
