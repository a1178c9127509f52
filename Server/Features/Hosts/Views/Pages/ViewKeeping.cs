using IwTune.Server.Console;
using IwTune.Shared.Fleet.Hosts;
using IwTune.Shared.Policies;

namespace IwTune.Server.Features.Hosts.Views.Pages;

/// <summary>The actions of the forms of saved views.</summary>
internal sealed class ViewKeeping(SavedViews views, Flash flash)
{
    private static readonly PolicyProblem NotPermitted = new(
        "",
        null,
        "sharing a view, and changing one that another person shared, needs the permission HostsWrite",
        0,
        0
    );

    /// <returns>What is wrong; nothing when it was saved, and the list is opened with it.</returns>
    public async Task<IReadOnlyList<PolicyProblem>> SaveAsync(ViewInput input, HttpContext context)
    {
        var outcome = await views.AddAsync(context.User, input.Read());
        if (outcome.View is not { } view)
            return ProblemsOf(outcome);
        flash.Leave(context, new($"View {view.Name} is saved.", "Saved views has it; Manage views renames and removes it."));
        context.Response.Redirect(SavedViews.At(view).Page);
        return [];
    }

    /// <returns>What is wrong; nothing when the view was changed or removed.</returns>
    public async Task<IReadOnlyList<PolicyProblem>> ChangeAsync(SavedView view, ViewInput input, HttpContext context)
    {
        var removes = input.Action == "remove";
        var outcome = removes
            ? await views.RemoveAsync(context.User, view.Id)
            : await views.PutAsync(context.User, view.Id, input.Read(), _ => true);
        if (outcome.View is not { } done)
            return ProblemsOf(outcome);
        flash.Leave(
            context,
            new(
                $"View {done.Name} is {(removes ? "removed" : "saved")}.",
                removes ? $"To undo this, save the list again: {SavedViews.At(view).Page}" : ""
            )
        );
        context.Response.Redirect("/hosts/views");
        return [];
    }

    private static IReadOnlyList<PolicyProblem> ProblemsOf(ViewOutcome outcome) =>
        outcome.Problems.Count > 0 ? outcome.Problems
        : ReferenceEquals(outcome, ViewOutcome.NotPermitted) ? [NotPermitted]
        : [new("", null, "there is no such view any more", 0, 0)];
}
