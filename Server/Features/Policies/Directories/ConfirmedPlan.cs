using IwTune.Server.Features.Assignments;
using IwTune.Server.Features.Impact;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Policies.Directories;

/// <summary>What a person types to confirm a plan, so that it cannot be applied without having been read.</summary>
internal static class ConfirmedPlan
{
    /// <returns><see langword="null"/> for a plan that needs no confirmation.</returns>
    public static string? Number(Publisher by, ImpactPreview preview, DirectoryPlan plan) =>
        plan.Removed > 0 ? ConfirmedRemoval.Number(plan.Removed, preview.Affected(by.Set, plan.Change()))
        : HalfOfFleet.Number(by, plan.Change()) is { } number ? $"{number}"
        : null;

    /// <returns>What is missing; <see langword="null"/> when nothing is.</returns>
    public static PolicyProblem? Problem(Publisher by, ImpactPreview preview, DirectoryPlan plan, string? confirm) =>
        plan.Removed > 0
            ? ConfirmedRemoval.Problem(plan.Removed, preview.Affected(by.Set, plan.Change()), confirm)
            : HalfOfFleet.Problem(by, plan.Change(), HalfOfFleet.Typed(confirm));
}
