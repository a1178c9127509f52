using IwTune.Agent.Cli.Applying;
using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Policies;

namespace IwTune.Agent.Cli.Fleet.Policies;

/// <summary>A directory of policies on this machine.</summary>
internal static class PolicyDirectory
{
    private static readonly string[] Extensions = [".yaml", ".yml", ".json"];

    /// <exception cref="UsageException">A file cannot be read, there is none, or there are several of assignments.</exception>
    public static PlanRequest Read(string directory, bool prune)
    {
        var files = Directory
            .GetFiles(directory)
            .Where(file => Extensions.Contains(Path.GetExtension(file), StringComparer.OrdinalIgnoreCase))
            .Order(StringComparer.Ordinal)
            .ToList();
        var assignments = files.Where(file => Path.GetFileNameWithoutExtension(file) == AssignmentsReader.FileName).ToList();
        if (files.Count == 0)
            throw new UsageException(
                $"{directory} holds no .yaml, .yml or .json file. To take everything away, remove the policies one by one: 'iwtune "
                    + "fleet policies remove NAME'."
            );
        if (assignments.Count > 1)
            throw new UsageException($"{string.Join(", ", assignments)}: only one of them can say who follows what; keep one.");
        return new()
        {
            Policies = [.. files.Except(assignments).Select(Of)],
            Assignments = assignments.Select(Of).FirstOrDefault(),
            Prune = prune,
        };
    }

    private static PlanFile Of(string path) => new(path, PolicyFile.Text(path));
}
