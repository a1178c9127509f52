using System.CommandLine;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Cli.Fleet.Policies;

/// <summary>Writes what is on the server into a directory that can be pushed again.</summary>
internal static class PoliciesPullVerb
{
    public static Verb Create(CliContext context)
    {
        var directory = new Argument<string>("DIR") { Description = "Created when it does not exist" };
        var overwrite = new Option<bool>("--overwrite") { Description = "Replace files that differ" };
        var verb = new Verb(VerbGroup.Fleet, "pull", "Write every policy and the assignments of the server into a directory")
        {
            Details = "The latest revision of each, as it was written, and assignments.yaml: pushing the directory then changes nothing.",
            Examples = [("iwtune fleet policies pull policies/", "to begin to keep them in git")],
        };
        verb.Add(directory);
        verb.Add(overwrite);
        verb.Runs(
            context,
            async (fleet, parsed, ct) =>
            {
                var files = await FilesAsync(context, fleet, ct);
                var path = parsed.GetRequiredValue(directory);
                Write(path, files, parsed.GetValue(overwrite));
                context.Terminal.Out.WriteLine(
                    $"{path}: {files.Count - 1} {(files.Count == 2 ? "policy" : "policies")} and "
                        + $"{AssignmentsReader.FileName}.yaml. 'iwtune fleet policies push {path} --dry-run' says what pushing "
                        + "it would change."
                );
                return ExitCode.Fine;
            }
        );
        return verb;
    }

    private static async Task<List<(string Name, string Text)>> FilesAsync(CliContext context, FleetConnection fleet, CancellationToken ct)
    {
        var files = new List<(string, string)>();
        foreach (var policy in await fleet.ListAsync(FleetPaths.Policies, null, PoliciesJson.Default.IReadOnlyListPolicySummary, ct))
        {
            // A staged revision reaches hosts by a rollout; pushing the directory must not publish it.
            if (policy.Released is not { } released)
            {
                context.Terminal.Error.WriteLine($"{policy.Name}: no revision is current; the policy is not written.");
                continue;
            }
            var document = (
                await fleet.GetAsync(FleetPaths.Revision(policy.Name, released), PoliciesJson.Default.RevisionDetail, ct)
            ).Document;
            files.Add(($"{policy.Name}.{(document.TrimStart().StartsWith('{') ? "json" : "yaml")}", document));
        }
        var assignments = await fleet.ListAsync(FleetPaths.Assignments, null, PoliciesJson.Default.IReadOnlyListAssignmentSummary, ct);
        files.Add(
            (
                $"{AssignmentsReader.FileName}.yaml",
                AssignmentsWriter.Write(
                    assignments.DistinctBy(one => (one.Selector, one.Policy)).Select(one => (one.Selector, one.Policy, one.Priority))
                )
            )
        );
        return files;
    }

    /// <exception cref="UsageException">A file has other content, or nothing can be written.</exception>
    private static void Write(string directory, List<(string Name, string Text)> files, bool overwrite)
    {
        try
        {
            Directory.CreateDirectory(directory);
            var others = files
                .Where(file =>
                    File.Exists(Path.Combine(directory, file.Name)) && File.ReadAllText(Path.Combine(directory, file.Name)) != file.Text
                )
                .Select(file => file.Name)
                .ToList();
            if (others.Count > 0 && !overwrite)
                throw new UsageException(
                    $"{string.Join(", ", others)} in {directory} {(others.Count == 1 ? "says" : "say")} something else; --overwrite "
                        + "takes the server's word. Nothing was written."
                );
            foreach (var (name, text) in files)
                File.WriteAllText(Path.Combine(directory, name), text);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"{directory} cannot be written: {e.Message}", e);
        }
    }
}
