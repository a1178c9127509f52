using System.CommandLine;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Agent.Cli.Fleet.Hosts;

/// <summary>Sets or removes one label of a host, or of every host that a selector matches.</summary>
internal static class LabelVerb
{
    public static Verb Create(CliContext context)
    {
        var scope = new HostsChoice();
        var set = new Option<string>("--set") { HelpName = "KEY=VALUE", Description = "The label, and its value from now on" };
        var remove = new Option<string>("--remove") { HelpName = "KEY", Description = "Remove the label with this key" };
        var verb = new Verb(VerbGroup.Fleet, "label", "Set or remove one label of a host, or of every host that a selector matches")
        {
            Details =
                "The other labels stay. Assignments select hosts by labels: a host may move to another policy with its next check-in, and "
                + "the answer says how many do.",
            Examples =
            [
                ("iwtune fleet hosts label fra-web-017 --set site=ams --reason moved", "one host"),
                ("iwtune fleet hosts label --selector 'site:fra role:web' --remove canary --reason CHG-7", "every host that matches"),
            ],
        };
        verb.Add(set);
        verb.Add(remove);
        scope.AddTo(verb);
        verb.Runs(
            context,
            parsed => Read(parsed, scope, parsed.GetValue(set), parsed.GetValue(remove)),
            async (fleet, request, parsed, ct) =>
            {
                var reply = await HostNumber.AskedAsync(
                    context.Terminal,
                    request.Confirm,
                    number =>
                        fleet.PostAsync(
                            FleetPaths.Labels,
                            request with
                            {
                                Confirm = number,
                            },
                            AdministrationJson.Default.LabelHostsRequest,
                            AdministrationJson.Default.LabelHostsReply,
                            ct
                        )
                );
                return context.Answer(parsed, reply, AdministrationJson.Default.LabelHostsReply, Told(reply, request));
            },
            request => request.Host
        );
        return verb;
    }

    private static LabelHostsRequest Read(ParseResult parsed, HostsChoice scope, string? set, string? remove)
    {
        if ((set is null) == (remove is null))
            throw new UsageException("Give --set KEY=VALUE or --remove KEY, and not both.");
        var at = set?.IndexOf('=', StringComparison.Ordinal) ?? 0;
        if (set is not null && (at < 1 || at == set.Length - 1))
            throw new UsageException($"--set '{set}' is not KEY=VALUE; --remove KEY removes a label.");
        return new(
            parsed.GetValue(scope.Host),
            parsed.GetValue(scope.Selector),
            set?[..at] ?? remove!,
            set?[(at + 1)..],
            parsed.GetRequiredValue(scope.Reason),
            parsed.GetValue(scope.Confirm)
        );
    }

    private static string Told(LabelHostsReply reply, LabelHostsRequest request)
    {
        var (hosts, have) = reply.Changed == 1 ? ("1 host", "has") : ($"{reply.Changed} hosts", "have");
        var told = request.Value is { } value
            ? $"{hosts} {have} the label {request.Key}={value} from now on."
            : $"The label {request.Key} was removed from {hosts}.";
        var rest = reply.Matched - reply.Changed;
        if (rest > 0)
            told += $" {rest} more matched and needed no change.";
        foreach (var move in reply.Moves)
            told += $" {move.Hosts} moved from {move.From ?? "no policy"} to {move.To ?? "no policy"}.";
        return told + " 'iwtune fleet audit list --action host.label' shows the labels before.";
    }
}
