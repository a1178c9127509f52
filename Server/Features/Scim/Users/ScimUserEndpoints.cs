using System.Text.Json;
using System.Text.Json.Nodes;
using IwTune.Server.Features.Scim.Documents;
using IwTune.Server.Features.Scim.Filters;
using IwTune.Server.Features.Scim.Groups;
using IwTune.Server.Features.Scim.Schemas;

namespace IwTune.Server.Features.Scim.Users;

internal static class ScimUserEndpoints
{
    public static void MapScimUsers(this IEndpointRouteBuilder routes)
    {
        const string One = ScimPaths.Users + "/{id}";
        routes.MapGet(ScimPaths.Users, (HttpContext context, Provisioning scim) => scim.RunAsync(context, ListAsync));
        routes.MapPost(ScimPaths.Users, (HttpContext context, Provisioning scim) => scim.RunAsync(context, CreateAsync)).TakesScim();
        routes.MapGet(One, (HttpContext context, Provisioning scim, string id) => scim.RunAsync(context, call => FindAsync(call, id)));
        routes
            .MapPut(
                One,
                (HttpContext context, Provisioning scim, string id) =>
                    scim.RunAsync(context, async (call, body) => await AnswerAsync(call, await ScimUsers.ReplaceAsync(call, id, body)))
            )
            .TakesScim();
        routes
            .MapPatch(
                One,
                (HttpContext context, Provisioning scim, string id) =>
                    scim.RunAsync(context, async (call, body) => await AnswerAsync(call, await ScimUsers.PatchAsync(call, id, body)))
            )
            .TakesScim();
        routes.MapDelete(
            One,
            (HttpContext context, Provisioning scim, string id) =>
                scim.RunAsync(
                    context,
                    async call => await ScimUsers.RemoveAsync(call, id) is { } error ? ScimAnswer.Refused(error) : ScimAnswer.Nothing
                )
        );
    }

    private static async Task<ScimAnswer> ListAsync(ScimCall call)
    {
        var (form, wrong) = ListForm.Of(call.Context);
        var (filter, unread) = ScimFilter.Read(ScimSchema.User, call.Filter);
        if ((wrong ?? unread) is { } error)
            return ScimAnswer.Refused(error);
        return await call.Database.ReadAsync(async db =>
        {
            var rows = await ScimUserQueries.ListAsync(
                db,
                call.Issuer,
                filter!.Text("id"),
                filter.Text("userName") is { } name ? ScimUserForm.Key(name) : null,
                filter.Text("externalId"),
                filter.Text("displayName") is { } display ? ScimUserForm.Key(display) : null
            );
            // The store selects by the four; the filter decides, of the present state.
            if (!filter.IsEmpty)
            {
                var fit = new List<ScimUserRow>();
                var groups = filter.Reads("groups") ? await ScimGroupQueries.OfUsersAsync(db, [.. rows.Select(row => row.Id)]) : null;
                foreach (var row in rows)
                    if (filter.Matches(ScimUserForm.Of(call.Context, row, groups?[row.Id] ?? [])))
                        fit.Add(row);
                rows = fit;
            }
            return ScimAnswer.Ok(form.Answer(rows.Count, await FormsAsync(db, call, form.Cut(rows))));
        });
    }

    private static async Task<ScimAnswer> CreateAsync(ScimCall call, JsonElement body)
    {
        var (made, error) = await ScimUsers.CreateAsync(call, body);
        if (error is not null)
            return ScimAnswer.Refused(error);
        var form = (await call.Database.ReadAsync(db => FormsAsync(db, call, [made!])))[0];
        return new(StatusCodes.Status201Created, form, made!.Version, ScimPaths.Of(call.Context, ScimPaths.Users, made.Id));
    }

    private static async Task<ScimAnswer> FindAsync(ScimCall call, string id)
    {
        var row = await call.Database.ReadAsync(db => ScimUserQueries.FindAsync(db, call.Issuer, id));
        if (row is null)
            return ScimAnswer.Refused(ScimError.NotFound("user", id));
        return ResourceVersion.IsKnown(call.Context, row.Version)
            ? new(StatusCodes.Status304NotModified, null, row.Version)
            : await AnswerAsync(call, (row, null));
    }

    private static async Task<ScimAnswer> AnswerAsync(ScimCall call, (ScimUserRow? Row, ScimError? Error) found) =>
        found.Error is { } error
            ? ScimAnswer.Refused(error)
            : ScimAnswer.Ok((await call.Database.ReadAsync(db => FormsAsync(db, call, [found.Row!])))[0], found.Row!.Version);

    private static async Task<IReadOnlyList<JsonObject>> FormsAsync(Storage.DbSession db, ScimCall call, IReadOnlyList<ScimUserRow> rows)
    {
        var selection = AttributeSelection.Of(call.Context, ScimSchema.User);
        var groups = await ScimGroupQueries.OfUsersAsync(db, [.. rows.Select(row => row.Id)]);
        return [.. rows.Select(row => selection.Cut(ScimUserForm.Of(call.Context, row, groups[row.Id])))];
    }
}
