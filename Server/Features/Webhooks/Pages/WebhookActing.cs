using IwTune.Server.Console;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Webhooks.Delivery;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Webhooks;

namespace IwTune.Server.Features.Webhooks.Pages;

/// <summary>What the buttons for webhooks do. A secret is carried to the next page once, sealed, and then gone.</summary>
internal sealed class WebhookActing(WebhookChanges changes, TestDelivery trial, Flash flash)
{
    public const string List = "/webhooks";
    private const string Kept = "It signs all deliveries; the server never shows it again.";

    public static string Page(string id) => $"{List}/{Uri.EscapeDataString(id)}";

    /// <returns>What is wrong, by field; empty when the webhook was added.</returns>
    public async Task<IReadOnlyDictionary<string, string>> AddAsync(WebhookInput input, HttpContext context)
    {
        var (secret, id, problems) = await changes.AddAsync(
            context.User.Actor(),
            new()
            {
                Name = input.Name,
                Address = input.Address,
                Kinds = input.Kinds,
                Selector = input.Selector ?? "",
                Format = Enum.TryParse<WebhookFormat>(input.Format, out var format) ? format : WebhookFormat.Json,
            }
        );
        if (problems.Count > 0)
            return problems
                .GroupBy(p => p.Path, StringComparer.Ordinal)
                .ToDictionary(g => g.Key, g => Sentences.Start(string.Join("; ", g.Select(p => p.Rule))) + ".", StringComparer.Ordinal);
        flash.Leave(context, new($"Webhook {input.Name.Trim()} added. Its secret:", Secret: secret, Kept: Kept));
        context.Response.Redirect(Page(id));
        return new Dictionary<string, string>(StringComparer.Ordinal);
    }

    public async Task ActAsync(WebhookSummary hook, string? action, HttpContext context)
    {
        if (!context.User.May(Permission.ServerManage))
        {
            context.Response.StatusCode = StatusCodes.Status403Forbidden;
            return;
        }
        var actor = context.User.Actor();
        flash.Leave(
            context,
            action switch
            {
                "test" => Told(await trial.RunAsync(hook.Id, actor, context.RequestAborted)),
                "rotate" when await changes.RotateAsync(actor, hook.Id) is { } secret => new(
                    "New secret created. The previous secret stays valid for 24 hours.",
                    Secret: secret,
                    Kept: Kept
                ),
                "resume" when await changes.ResumeAsync(actor, hook.Id) => new("Webhook resumed; waiting deliveries are sent now."),
                "redeliver" when await changes.RedeliverAsync(actor, hook.Id, null) is { } count => new(
                    $"{Quantities.Of(count, "delivery", "deliveries")} {(count == 1 ? "waits" : "wait")} again."
                ),
                { } one
                    when one.StartsWith("again:", StringComparison.Ordinal)
                        && await changes.RedeliverAsync(actor, hook.Id, one["again:".Length..]) is 1 => new("Delivery queued again."),
                _ => new("Nothing was changed."),
            }
        );
        context.Response.Redirect(Page(hook.Id));
    }

    public async Task RemoveAsync(string id, HttpContext context)
    {
        await changes.RemoveAsync(context.User.Actor(), id);
        flash.Leave(context, new("Webhook removed."));
        context.Response.Redirect(List);
    }

    private static Flash.Message Told(WebhookTrial? trial) =>
        new(
            trial switch
            {
                { Taken: true } => $"The receiver accepted the test: {trial.Status} after {trial.Milliseconds} ms.",
                { Status: { } status } =>
                    $"The receiver rejected the test. It answered {status}{(trial.Text.Length > 0 ? $": {trial.Text}" : ".")}",
                { } => $"The test was not delivered. {trial.Text}",
                null => "The webhook no longer exists.",
            }
        );
}
