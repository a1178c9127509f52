using System.Security.Claims;
using IwTune.Server.Features.Identity.Permissions;
using IwTune.Server.Features.Webhooks.Delivery;
using IwTune.Server.Hosting.Refusals;
using IwTune.Shared.Fleet;
using IwTune.Shared.Fleet.Access;
using IwTune.Shared.Fleet.Webhooks;
using IwTune.Shared.Wire;
using Microsoft.AspNetCore.Http.HttpResults;

namespace IwTune.Server.Features.Webhooks;

internal static class WebhookEndpoints
{
    private const int StandardLimit = 100,
        MaxLimit = 500;

    public static void MapWebhooks(this IEndpointRouteBuilder api)
    {
        var hooks = api.MapGroup(FleetPaths.Webhooks).WithTags("Webhooks");
        hooks.MapGet("", ListAsync).Needs(Permission.AccessRead).WithSummary("Webhooks, without secrets and full addresses");
        hooks.MapPost("", AddAsync).Needs(Permission.ServerManage).WithSummary("Send events to a URL; the secret is only in this response");
        hooks.MapGet("/{id}", FindAsync).Needs(Permission.AccessRead).WithSummary("One webhook");
        hooks.MapDelete("/{id}", RemoveAsync).Needs(Permission.ServerManage).WithSummary("Remove a webhook with its waiting deliveries");
        hooks
            .MapPost("/{id}/test", TestAsync)
            .Needs(Permission.ServerManage)
            .WithSummary("Send a test message at once and return the result");
        hooks
            .MapPost("/{id}/rotate", RotateAsync)
            .Needs(Permission.ServerManage)
            .WithSummary("Create a new secret; the previous secret stays valid for 24 hours");
        hooks
            .MapPost("/{id}/resume", ResumeAsync)
            .Needs(Permission.ServerManage)
            .WithSummary("Resume a webhook and send waiting deliveries now");
        hooks
            .MapGet("/{id}/deliveries", DeliveriesAsync)
            .Needs(Permission.AuditRead)
            .WithSummary("Deliveries: sent, waiting and given up, newest first");
        hooks
            .MapPost("/{id}/redeliver", RedeliverAsync)
            .Needs(Permission.ServerManage)
            .WithSummary("Resend one delivery, or all that were given up");
    }

    private static async Task<Ok<IReadOnlyList<WebhookSummary>>> ListAsync(WebhookViews views, CancellationToken ct) =>
        TypedResults.Ok(await views.ListAsync(ct));

    private static async Task<Results<Created<CreatedWebhook>, JsonHttpResult<FleetProblem>>> AddAsync(
        WebhookRequest request,
        ClaimsPrincipal who,
        WebhookChanges changes,
        WebhookViews views,
        CancellationToken ct
    )
    {
        var (secret, id, problems) = await changes.AddAsync(who.Actor(), request);
        if (problems.Count > 0)
            return RefusalAnswer.Invalid("The webhook was not added.", problems);
        return await views.FindAsync(id, ct) is { } made
            ? TypedResults.Created(FleetPaths.Webhook(id), new CreatedWebhook(secret, made))
            : None(id);
    }

    private static async Task<Results<Ok<WebhookSummary>, JsonHttpResult<FleetProblem>>> FindAsync(
        string id,
        WebhookViews views,
        CancellationToken ct
    ) => await views.FindAsync(id, ct) is { } found ? TypedResults.Ok(found) : None(id);

    private static async Task<Results<NoContent, JsonHttpResult<FleetProblem>>> RemoveAsync(
        string id,
        ClaimsPrincipal who,
        WebhookChanges changes
    ) => await changes.RemoveAsync(who.Actor(), id) ? TypedResults.NoContent() : None(id);

    private static async Task<Results<Ok<WebhookTrial>, JsonHttpResult<FleetProblem>>> TestAsync(
        string id,
        ClaimsPrincipal who,
        TestDelivery trial,
        CancellationToken ct
    ) => await trial.RunAsync(id, who.Actor(), ct) is { } result ? TypedResults.Ok(result) : None(id);

    private static async Task<Results<Ok<CreatedWebhook>, JsonHttpResult<FleetProblem>>> RotateAsync(
        string id,
        ClaimsPrincipal who,
        WebhookChanges changes,
        WebhookViews views,
        CancellationToken ct
    )
    {
        if (await views.FindAsync(id, ct) is null)
            return None(id);
        if (await changes.RotateAsync(who.Actor(), id) is not { } secret)
            return RefusalAnswer.Of(
                StatusCodes.Status409Conflict,
                "The secret was not changed.",
                "The address was sealed with keys that this server no longer has. Remove the webhook and add it again."
            );
        return await views.FindAsync(id, ct) is { } changed ? TypedResults.Ok(new CreatedWebhook(secret, changed)) : None(id);
    }

    private static async Task<Results<Ok<WebhookSummary>, JsonHttpResult<FleetProblem>>> ResumeAsync(
        string id,
        ClaimsPrincipal who,
        WebhookChanges changes,
        WebhookViews views,
        CancellationToken ct
    ) => await changes.ResumeAsync(who.Actor(), id) && await views.FindAsync(id, ct) is { } found ? TypedResults.Ok(found) : None(id);

    private static async Task<Results<Ok<WebhookDeliveryPage>, JsonHttpResult<FleetProblem>>> DeliveriesAsync(
        string id,
        WebhookViews views,
        string? state,
        string? before,
        int? limit,
        CancellationToken ct
    )
    {
        const string refused = "The deliveries were not read.";
        if (limit is < 1 or > MaxLimit)
            return RefusalAnswer.Invalid(refused, $"limit: {limit} is outside 1..{MaxLimit}");
        var wanted = DeliveryRow.StateOf(state);
        if (state is { Length: > 0 } && wanted is null)
            return RefusalAnswer.Invalid(refused, $"state: '{state}' is none of waiting, delivered, dead");
        if (!DeliveryCursor.TryParse(before, out var cursor))
            return RefusalAnswer.Invalid(refused, "before: must be the next value of a page");
        return await views.DeliveriesAsync(id, wanted, cursor, limit ?? StandardLimit, ct) is { } page ? TypedResults.Ok(page) : None(id);
    }

    private static async Task<Results<Ok<RedeliverReply>, JsonHttpResult<FleetProblem>>> RedeliverAsync(
        string id,
        RedeliverRequest request,
        ClaimsPrincipal who,
        WebhookChanges changes
    ) =>
        await changes.RedeliverAsync(who.Actor(), id, request.Delivery) is { } count ? TypedResults.Ok(new RedeliverReply(count))
        : request.Delivery is null ? None(id)
        : RefusalAnswer.NotFound(
            $"delivery {request.Delivery} of this webhook that is not waiting",
            $"See GET {FleetPaths.WebhookDeliveries(id)}."
        );

    private static JsonHttpResult<FleetProblem> None(string id) =>
        RefusalAnswer.NotFound($"webhook {id}", $"See GET {FleetPaths.Webhooks}.");
}
