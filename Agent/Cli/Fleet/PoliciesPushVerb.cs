using System.CommandLine;
using IwTune.Agent.Cli.Output;
using IwTune.Shared.Policies;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Fleet;

/// <summary>Publishes policies from files.</summary>
internal static class PoliciesPushVerb
{
    private static readonly string[] Extensions = [".yaml", ".yml", ".json"];

    public static Verb Create(CliContext context)
    {
        var path = new Argument<string>("FILE|DIR") { Description = "A policy, or a directory of .yaml, .yml and .json policies" };
        var reason = new Option<string>("--reason") { Description = "Why; revision and audit log keep it", HelpName = "TEXT" };
        var assign = new Option<string>("--assign") { Description = "Also assign to these hosts, unless that is so already: role:edge, or * for all", HelpName = "SELECTOR" };
        var dryRun = new Option<bool>("--dry-run") { Description = "Say what would be published; change nothing, exit 2 when anything would be" };
        var verb = new Verb(VerbGroup.Fleet, "push", "Publish policies: a new revision of each that has changed")
        {
            Details = "Every file is checked here first; when any is wrong, nothing is sent.",
            Examples = [("iwtune fleet policies push edge.yaml --reason 'CDN test' --assign role:edge", "one"), ("iwtune fleet policies push policies/ --dry-run", "a directory, to look first")],
        };
        verb.Add(path);
        verb.Add(reason);
        verb.Add(assign);
        verb.Add(dryRun);
        verb.SetAction((parsed, ct) =>
        {
            var files = Checked(context.Terminal, parsed.GetRequiredValue(path));
            var why = parsed.GetValue(reason) ?? $"pushed by {Environment.UserName} on {Environment.MachineName}";
            return FleetConnection.UseAsync(
                context,
                parsed,
                fleet => parsed.GetValue(dryRun) ? TryAsync(fleet, context.Terminal, files, ct) : PushAsync(fleet, context.Terminal, files, why, parsed.GetValue(assign), ct),
                ct);
        });
        return verb;
    }

    private sealed record Checkable(string Path, string Document, string Policy);

    /// <exception cref="UsageException">Everything that is wrong with any of the files.</exception>
    private static List<Checkable> Checked(Terminal terminal, string path)
    {
        var paths = Directory.Exists(path)
            ? [.. Directory.GetFiles(path).Where(file => Extensions.Contains(Path.GetExtension(file), StringComparer.OrdinalIgnoreCase)).Order(StringComparer.Ordinal)]
            : new List<string> { path };
        if (paths.Count == 0)
            throw new UsageException($"{path} holds no .yaml, .yml or .json file.");
        var (files, problems) = (new List<Checkable>(), new List<string>());
        foreach (var file in paths)
        {
            var document = PolicyFile.Text(file);
            var read = PolicyReader.Read(document);
            if (read.Warnings.Count > 0)
                terminal.Error.WriteLine(Problems.Lines($"warning: {file}", read.Warnings));
            if (read.Policy is { } policy)
                files.Add(new Checkable(file, document, policy.Name));
            else
                problems.Add(Problems.Lines(file, read.Problems));
        }
        foreach (var twice in files.GroupBy(file => file.Policy, StringComparer.Ordinal).Where(same => same.Count() > 1))
            problems.Add($"{string.Join(", ", twice.Select(file => file.Path))}: all of them are the policy '{twice.Key}'; keep one.");
        return problems.Count == 0 ? files : throw new UsageException($"{string.Join('\n', problems)}\nNothing was sent.");
    }

    private static async Task<int> PushAsync(FleetConnection fleet, Terminal terminal, List<Checkable> files, string reason, string? assign, CancellationToken ct)
    {
        foreach (var file in files)
        {
            var request = new PublishRequest(file.Document, reason, assign);
            var reply = await fleet.PostAsync(FleetPaths.Policies, request, WireJson.Default.PublishRequest, WireJson.Default.PublishReply, file.Path, ct);
            var hosts = reply.Hosts == 1 ? "1 host" : $"{reply.Hosts} hosts";
            terminal.Out.WriteLine(reply switch
            {
                { Unchanged: true } => $"{reply.Policy}: revision {reply.Revision} has this content already; it reaches {hosts}.",
                { Revision: 1 } => $"{reply.Policy}: published as revision 1; it reaches {hosts}.",
                _ => $"{reply.Policy}: published as revision {reply.Revision}; it reaches {hosts}. 'iwtune fleet policies rollback {reply.Policy} --to {reply.Revision - 1}' brings the one before back.",
            });
            if (reply.Hosts == 0)
                terminal.Error.WriteLine($"No host follows {reply.Policy} yet: 'iwtune fleet assignments list' shows whom it is assigned to, 'iwtune fleet assignments set {reply.Policy} --selector …' assigns it.");
        }
        return ExitCode.Fine;
    }

    private static async Task<int> TryAsync(FleetConnection fleet, Terminal terminal, List<Checkable> files, CancellationToken ct)
    {
        var known = await fleet.GetAsync(FleetPaths.Policies, WireJson.Default.IReadOnlyListPolicySummary, ct);
        var changes = 0;
        foreach (var file in files)
        {
            var request = new PublishRequest(file.Document, "dry run");
            var reply = await fleet.PostAsync(FleetPaths.Validate, request, WireJson.Default.PublishRequest, WireJson.Default.ValidateReply, file.Path, ct);
            if (reply.Problems.Count > 0)
                throw new FleetRefusedException(ExitCode.Usage, Problems.Lines(file.Path, reply.Problems));
            var latest = known.FirstOrDefault(policy => policy.Name == reply.Policy)?.Latest;
            var unchanged = latest?.Digest == reply.Digest;
            changes += unchanged ? 0 : 1;
            terminal.Out.WriteLine(unchanged ? $"{reply.Policy}: no change, revision {latest!.Number} stays." : $"{reply.Policy}: would be published as revision {(latest?.Number ?? 0) + 1}.");
        }
        return changes == 0 ? ExitCode.Fine : ExitCode.Differs;
    }
}
