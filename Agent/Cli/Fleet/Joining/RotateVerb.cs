using System.CommandLine;
using IwTune.Agent.Cli.Options;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Enrolment;

namespace IwTune.Agent.Cli.Fleet.Joining;

/// <summary>Asks hosts for new secrets.</summary>
internal static class RotateVerb
{
    public static Verb Create(CliContext context)
    {
        var host = new Argument<string?>("HOST") { Description = "Its name, or its id", Arity = ArgumentArity.ZeroOrOne };
        var selector = new Option<string>("--selector")
        {
            Description = "Every host that matches at this moment; '*' for the whole fleet",
            HelpName = "SELECTOR",
        };
        var reason = new Option<string>("--reason")
        {
            Description = "Why, for the audit log",
            HelpName = "TEXT",
            Required = true,
        };
        var verb = new Verb(VerbGroup.Fleet, "rotate", "Ask hosts to make new secrets at their next check-in")
        {
            Details =
                "Hosts do so by themselves when a secret is as old as the server's --host-secret-life. The old secret is good until the "
                + "new one was used, "
                + "so no host is locked out; 'iwtune fleet hosts show' shows the progress.",
            Examples = [("iwtune fleet hosts rotate --selector 'site:fra' --reason 'a disk was lost'", "some of them")],
        };
        verb.Add(host);
        verb.Add(selector);
        verb.Add(reason);
        verb.Add(JsonOption.Option);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var request = new RotateHostsRequest(parsed.GetValue(host), parsed.GetValue(selector), parsed.GetRequiredValue(reason));
                var done = await fleet.PostAsync(
                    FleetPaths.RotateHosts,
                    request,
                    EnrolmentJson.Default.RotateHostsRequest,
                    EnrolmentJson.Default.HostsDecided,
                    ct
                );
                return context.Answer(
                    parsed,
                    done,
                    EnrolmentJson.Default.HostsDecided,
                    $"{PendingVerbs.Names(done)} {(done.Matched == 1 ? "is" : "are")} asked for a new secret and makes it "
                        + "with the next check-in."
                );
            },
            parsed => parsed.GetValue(host)
        );
        return verb;
    }
}
