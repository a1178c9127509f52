using IwTune.Shared.Fleet.Policies;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Policies.Directories;

/// <summary>A policy of a directory, read.</summary>
internal sealed record ReadPolicy(PlanFile File, Policy Policy, string Digest);

/// <summary>A directory, read: every file's problems at once.</summary>
internal sealed record DirectoryReading(
    IReadOnlyList<ReadPolicy> Policies,
    IReadOnlyList<WrittenAssignment>? Assignments,
    IReadOnlyList<FileProblem> Problems,
    IReadOnlyList<FileProblem> Warnings
)
{
    public const int MostFiles = 200;

    public static DirectoryReading Of(PlanRequest request)
    {
        var (policies, problems, warnings) = (new List<ReadPolicy>(), new List<FileProblem>(), new List<FileProblem>());
        if (request.Policies.Count > MostFiles)
            return new(
                [],
                null,
                [new("", new("", null, $"{request.Policies.Count} policies are too many; at most {MostFiles} at once", 0, 0))],
                []
            );
        foreach (var file in request.Policies)
        {
            var read = PolicyReader.Read(file.Text ?? "");
            problems.AddRange(read.Problems.Select(problem => new FileProblem(file.Path, problem)));
            warnings.AddRange(read.Warnings.Select(problem => new FileProblem(file.Path, problem)));
            if (read.Policy is not { } policy)
                continue;
            if (policies.Find(other => other.Policy.Name == policy.Name) is { } same)
                problems.Add(new(file.Path, new("policy", policy.Name, $"{same.File.Path} is this policy already; keep one", 1, 1)));
            else
                policies.Add(new(file, policy, PolicyDigest.Of(policy)));
        }
        if (request.Assignments is not { } written)
            return new(policies, null, problems, warnings);
        var assignments = AssignmentsReader.Read(written.Text ?? "");
        problems.AddRange(assignments.Problems.Select(problem => new FileProblem(written.Path, problem)));
        return new(policies, assignments.Assignments, problems, warnings);
    }
}
