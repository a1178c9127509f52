using System.Text.Json;
using System.Text.Json.Nodes;
using IwTune.Server.Features.Scim.Documents;
using IwTune.Server.Features.Scim.Filters;
using IwTune.Server.Features.Scim.Schemas;
using IwTune.Server.Features.Scim.Users;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Scim.Groups;

internal static class ScimGroupEndpoints
{
    /// <summary>A whole group is sent with all its members.</summary>
    private const long MostBytes = 1024 * 1024;

    public static void MapScimGroups(this IEndpointRouteBuilder routes)
    {
        const string One = ScimPaths.Groups + "/{id}";
        routes.MapGet(ScimPaths.Groups, (HttpContext context, Provisioning scim) => scim.RunAsync(context, ListAsync));
        routes
            .MapPost(ScimPaths.Groups, (HttpContext context, Provisioning scim) => scim.RunAsync(context, CreateAsync))
            .TakesScim(MostBytes);
        routes.MapGet(One, (HttpContext context, Provisioning scim, string id) => scim.RunAsync(context, call => FindAsync(call, id)));
        routes
            .MapPut(
                One,
                (HttpContext context, Provisioning scim, string id) =>
                    scim.RunAsync(context, async (call, body) => await AnswerAsync(call, await ScimGroups.ReplaceAsync(call, id, body)))
            )
            .TakesScim(MostBytes);
        routes
            .MapPatch(
                One,
                (HttpContext context, Provisioning scim, string id) =>
                    scim.RunAsync(context, async (call, body) => await AnswerAsync(call, await ScimGroups.PatchAsync(call, id, body)))
            )
            .TakesScim(MostBytes);
        routes.MapDelete(
            One,
            (HttpContext context, Provisioning scim, string id) =>
                scim.RunAsync(
                    context,
                    async call => await ScimGroups.RemoveAsync(call, id) is { } error ? ScimAnswer.Refused(error) : ScimAnswer.Nothing
                )
        );
    }

    private static async Task<ScimAnswer> ListAsync(ScimCall call)
    {
        var (form, wrong) = ListForm.Of(call.Context);
        var (filter, unread) = ScimFilter.Read(ScimSchema.Group, call.Filter);
        if ((wrong ?? unread) is { } error)
            return ScimAnswer.Refused(error);
        return await call.Database.ReadAsync(async db =>
        {
            var rows = await ScimGroupQueries.ListAsync(
                db,
                call.Issuer,
                filter!.Text("id"),
                filter.Text("displayName") is { } name ? ScimUserForm.Key(name) : null,
                filter.Text("externalId")
            );
            // The store selects by the three; the filter decides.
            if (!filter.IsEmpty)
            {
                var fit = new List<ScimGroupRow>();
                var members = filter.Reads("members") ? await ScimGroupQueries.MembersAsync(db, [.. rows.Select(row => row.Id)]) : null;
                foreach (var row in rows)
                    if (filter.Matches(ScimGroupForm.Of(call.Context, row, members?[row.Id] ?? [])))
                        fit.Add(row);
                rows = fit;
            }
            return ScimAnswer.Ok(form.Answer(rows.Count, await FormsAsync(db, call, form.Cut(rows))));
        });
    }

    private static async Task<ScimAnswer> CreateAsync(ScimCall call, JsonElement body)
    {
        var (made, error) = await ScimGroups.CreateAsync(call, body);
        if (error is not null)
            return ScimAnswer.Refused(error);
        var form = (await call.Database.ReadAsync(db => FormsAsync(db, call, [made!])))[0];
        return new(StatusCodes.Status201Created, form, made!.Version, ScimPaths.Of(call.Context, ScimPaths.Groups, made.Id));
    }

    private static async Task<ScimAnswer> FindAsync(ScimCall call, string id)
    {
        var row = await call.Database.ReadAsync(db => ScimGroupQueries.FindAsync(db, call.Issuer, id));
        if (row is null)
            return ScimAnswer.Refused(ScimError.NotFound("group", id));
        return ResourceVersion.IsKnown(call.Context, row.Version)
            ? new(StatusCodes.Status304NotModified, null, row.Version)
            : await AnswerAsync(call, (row, null));
    }

    private static async Task<ScimAnswer> AnswerAsync(ScimCall call, (ScimGroupRow? Row, ScimError? Error) found) =>
        found.Error is { } error
            ? ScimAnswer.Refused(error)
            : ScimAnswer.Ok((await call.Database.ReadAsync(db => FormsAsync(db, call, [found.Row!])))[0], found.Row!.Version);

    private static async Task<IReadOnlyList<JsonObject>> FormsAsync(DbSession db, ScimCall call, IReadOnlyList<ScimGroupRow> rows)
    {
        var selection = AttributeSelection.Of(call.Context, ScimSchema.Group);
        var members = selection.Shows("members") ? await ScimGroupQueries.MembersAsync(db, [.. rows.Select(row => row.Id)]) : null;
        return [.. rows.Select(row => selection.Cut(ScimGroupForm.Of(call.Context, row, members?[row.Id] ?? [])))];
    }
}
