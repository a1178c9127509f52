using IwTune.Server.Features.Hosts;
using IwTune.Server.Features.Impact;
using IwTune.Server.Features.Recommendations;
using IwTune.Server.Features.Rollouts;
using IwTune.Shared.Fleet.Policies;

namespace IwTune.Server.Features.Policies.Directories;

/// <summary>Plans a directory: everything wrong with any file, or everything that applying it would do. Nothing is stored.</summary>
internal static class PlanDirectory
{
    /// <summary>Hosts that a plan shows; the others are in the preview.</summary>
    private const int ShownHosts = 20;

    public static async Task<PlanReply> RunAsync(
        Publisher by,
        ImpactPreview preview,
        SeenHosts seen,
        PlanRequest request,
        CancellationToken ct
    )
    {
        var reading = DirectoryReading.Of(request);
        if (reading.Policies.Count + (request.Assignments is null ? 0 : 1) == 0 && reading.Problems.Count == 0 && !request.Prune)
            return new(
                null,
                [new("", new("", null, "the directory holds no policy and no assignments; nothing can be planned", 0, 0))],
                []
            );
        var plan = new DirectoryPlan(reading, await by.Database.ReadAsync(Standing.ReadAsync, ct), request.Prune);
        List<FileProblem> problems = [.. reading.Problems];
        // What a file that cannot be read is called is not known, so that what refers to it cannot be judged.
        if (reading.Problems.Count == 0)
            problems.AddRange(plan.Problems(request.Assignments?.Path ?? ""));
        if (problems.Count > 0)
            return new(null, problems, reading.Warnings);
        var (refused, thoughts) = await ReviewAsync(by, plan, reading);
        if (OnlyRollouts.Problem(by, plan.Change(), "NAME") is { } direct)
            refused.Add(new("", direct));
        if (refused.Count > 0)
            return new(null, refused, reading.Warnings);
        var report = await preview.OfAsync(by.Set, plan.Change(), ct);
        return new(Told(plan, seen, report, ConfirmedPlan.Number(by, preview, plan)), [], [.. reading.Warnings, .. thoughts]);
    }

    private static PolicyPlan Told(DirectoryPlan plan, SeenHosts seen, ImpactReport report, string? confirm) =>
        new()
        {
            Hash = plan.Hash,
            Policies = plan.Policies,
            // The caller wrote the others; these are the server's, and a selector may name hosts that the caller may not see.
            Assignments =
            [
                .. plan.Assignments.Where(one =>
                    !(DirectoryPlan.Ended(one) || one.Action == PlannedAction.Kept)
                    || Shared.Selectors.Selector.Parse(one.Selector).Selector is { } selector && seen.Tells(selector)
                ),
            ],
            Impact = report.Page(null, ShownHosts),
            Confirm = confirm,
            Changes = plan.Changes,
        };

    /// <summary>Compares windows with the connections that the hosts reported, as publishing and assigning do.</summary>
    private static async Task<(List<FileProblem> Refused, List<FileProblem> Thoughts)> ReviewAsync(
        Publisher by,
        DirectoryPlan plan,
        DirectoryReading reading
    )
    {
        var (refused, thoughts) = (new List<FileProblem>(), new List<FileProblem>());
        foreach (var (name, content) in plan.Change().Release)
        {
            var file = reading.Policies.First(read => read.Policy.Name == name).File.Path;
            foreach (
                var selector in plan
                    .Assignments.Where(made => made.Policy == name && DirectoryPlan.Made(made))
                    .Select(made => Shared.Selectors.Selector.Parse(made.Selector).Selector)
                    .DefaultIfEmpty()
            )
                Add(file, await RaiseReview.OfAsync(by, content.Content, selector));
        }
        foreach (var made in plan.Assignments.Where(made => DirectoryPlan.Made(made) && !plan.Change().Release.ContainsKey(made.Policy)))
        {
            if (by.Requirements.Current.Policy(made.Policy)?.Released is { } content)
                Add("", await RaiseReview.OfAsync(by, content.Content, Shared.Selectors.Selector.Parse(made.Selector).Selector));
        }
        return (refused, thoughts);

        void Add(
            string file,
            (IReadOnlyList<Shared.Policies.PolicyProblem> Problems, IReadOnlyList<Shared.Policies.PolicyProblem> Thoughts) said
        )
        {
            refused.AddRange(said.Problems.Select(problem => new FileProblem(file, problem)).Except(refused));
            thoughts.AddRange(said.Thoughts.Select(problem => new FileProblem(file, problem)).Except(thoughts));
        }
    }
}
