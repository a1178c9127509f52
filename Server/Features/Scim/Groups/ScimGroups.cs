using System.Text.Json;
using System.Text.Json.Nodes;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Identity.Oidc;
using IwTune.Server.Features.Scim.Documents;
using IwTune.Server.Features.Scim.Patching;
using IwTune.Server.Features.Scim.Schemas;
using IwTune.Server.Features.Scim.Users;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Scim.Groups;

/// <summary>
/// What the provider does with groups. Each change is one transaction with its audit entries and the accounts it concerns.
/// </summary>
internal static class ScimGroups
{
    private const int MostTold = 20;
    private static readonly ScimSchema Schema = ScimSchema.Group;

    public static async Task<(ScimGroupRow? Made, ScimError? Error)> CreateAsync(ScimCall call, JsonElement body)
    {
        var (resource, error) = CanonicalValue.Resource(Schema, body);
        if ((error ?? Missing(resource!)) is { } refused)
            return (null, refused);
        return await call.Database.WriteAsync<(ScimGroupRow?, ScimError?)>(async write =>
        {
            var row = ScimGroupForm.With(
                new()
                {
                    Id = call.Clock.NewId(),
                    Issuer = call.Issuer,
                    CreatedAt = call.Now,
                },
                resource!,
                call.Now
            );
            var members = ScimGroupForm.MembersOf(resource!);
            if ((await TakenAsync(write, row) ?? await StrangerAsync(write, row, members)) is { } wrong)
                return (null, wrong);
            await ScimGroupQueries.InsertAsync(write, row);
            await ScimGroupQueries.AddAsync(write, row.Id, members);
            await AppendAsync(write, call, ScimActions.AddGroup, row, $"SCIM made the group {row.DisplayName}.", members, []);
            await ProvisionedGroups.RenewAsync(write, call, members);
            return (row, null);
        });
    }

    public static async Task<(ScimGroupRow? Changed, ScimError? Error)> ReplaceAsync(ScimCall call, string id, JsonElement body)
    {
        var (resource, error) = CanonicalValue.Resource(Schema, body);
        if (error is not null)
            return (null, error);
        return await ChangeAsync(
            call,
            id,
            before =>
            {
                // A caller that renames a group does not send its thousand members; an empty list removes them.
                if (ScimBody.Member(body, "members") is null)
                    ScimGroupForm.Keep(resource!, before);
                return (resource, null);
            }
        );
    }

    public static async Task<(ScimGroupRow? Changed, ScimError? Error)> PatchAsync(ScimCall call, string id, JsonElement body)
    {
        var (operations, error) = PatchOperation.Read(body);
        return error is not null ? (null, error) : await ChangeAsync(call, id, before => ResourcePatch.Result(Schema, before, operations));
    }

    public static Task<ScimError?> RemoveAsync(ScimCall call, string id) =>
        call.Database.WriteAsync(async write =>
        {
            if (await ScimGroupQueries.FindAsync(write, call.Issuer, id) is not { } row)
                return ScimError.NotFound("group", id);
            if (!ResourceVersion.Holds(call.Context, row.Version))
                return ScimError.Changed();
            var members = await MembersAsync(write, id);
            await ScimGroupQueries.DropAsync(write, id, members);
            await ScimGroupQueries.RemoveAsync(write, id);
            await AppendAsync(write, call, ScimActions.RemoveGroup, row, $"SCIM removed the group {row.DisplayName}.", [], members);
            await ProvisionedGroups.RenewAsync(write, call, members);
            return (ScimError?)null;
        });

    private static Task<(ScimGroupRow? Changed, ScimError? Error)> ChangeAsync(
        ScimCall call,
        string id,
        Func<JsonObject, (JsonObject? After, ScimError? Error)> change
    ) =>
        call.Database.WriteAsync<(ScimGroupRow?, ScimError?)>(async write =>
        {
            if (await ScimGroupQueries.FindAsync(write, call.Issuer, id) is not { } row)
                return (null, ScimError.NotFound("group", id));
            if (!ResourceVersion.Holds(call.Context, row.Version))
                return (null, ScimError.Changed());
            var members = (await ScimGroupQueries.MembersAsync(write, [id]))[id].ToList();
            var (after, error) = change(ScimGroupForm.Writable(row, members));
            if ((error ?? Missing(after!)) is { } refused)
                return (null, refused);
            var next = ScimGroupForm.With(row, after!, call.Now);
            var (before, now) = (
                members.Select(member => member.UserId).ToHashSet(StringComparer.Ordinal),
                ScimGroupForm.MembersOf(after!)
            );
            List<string> added = [.. now.Where(one => !before.Contains(one))],
                removed = [.. before.Except(now, StringComparer.Ordinal)];
            var renamed = next.DisplayName != row.DisplayName || next.ExternalId != row.ExternalId;
            if (!renamed && added.Count == 0 && removed.Count == 0)
                return (row, null);
            if ((await TakenAsync(write, next) ?? await StrangerAsync(write, next, added)) is { } wrong)
                return (null, wrong);
            await ScimGroupQueries.UpdateAsync(write, next);
            await ScimGroupQueries.AddAsync(write, id, added);
            await ScimGroupQueries.DropAsync(write, id, removed);
            var text =
                next.DisplayName != row.DisplayName
                    ? $"SCIM renamed the group {row.DisplayName} to {next.DisplayName}."
                    : $"SCIM changed the group {row.DisplayName}.";
            await AppendAsync(write, call, ScimActions.ChangeGroup, next, text, added, removed);
            await ProvisionedGroups.RenewAsync(
                write,
                call,
                renamed ? [.. before.Union(now, StringComparer.Ordinal)] : [.. added, .. removed]
            );
            return (next, null);
        });

    private static async Task<IReadOnlyList<string>> MembersAsync(DbSession db, string id) =>
        [.. (await ScimGroupQueries.MembersAsync(db, [id]))[id].Select(member => member.UserId)];

    private static ScimError? Missing(JsonObject resource) =>
        ScimUserForm.Text(resource, "displayName") is null ? ScimError.InvalidValue("displayName: is required.") : null;

    private static async Task<ScimError?> TakenAsync(DbSession write, ScimGroupRow row) =>
        await ScimGroupQueries.ByNameAsync(write, row.Issuer, row.DisplayKey) is { } other && other.Id != row.Id
            ? ScimError.Uniqueness($"displayName: '{ScimError.Short(row.DisplayName)}' belongs to group {other.Id}.")
            : null;

    private static async Task<ScimError?> StrangerAsync(DbSession write, ScimGroupRow row, IReadOnlyList<string> added)
    {
        if (added.Count == 0)
            return null;
        var known = (await ScimUserQueries.KnownAsync(write, row.Issuer, added)).ToHashSet(StringComparer.Ordinal);
        return added.FirstOrDefault(id => !known.Contains(id)) is { } stranger
            ? ScimError.InvalidValue($"members: there is no user '{ScimError.Short(stranger)}'. Groups in groups are not supported.")
            : null;
    }

    private static async Task AppendAsync(
        DbSession write,
        ScimCall call,
        Webhooks.Events.EventType action,
        ScimGroupRow row,
        string text,
        IReadOnlyList<string> added,
        IReadOnlyList<string> removed
    )
    {
        var names = (await OidcQueries.ProvisionedAsync(write, [.. added, .. removed])).ToDictionary(
            account => account.ScimId!,
            account => $"oidc:{account.Name}",
            StringComparer.Ordinal
        );
        await AuditLog.AppendAsync(
            write,
            call.Clock,
            call.Actor,
            action,
            $"group:{row.DisplayName}",
            text + Told(" Added", added, names) + Told(" Removed", removed, names)
        );
    }

    private static string Told(string verb, IReadOnlyList<string> ids, Dictionary<string, string> names) =>
        ids.Count == 0
            ? ""
            : $"{verb}: {string.Join(", ", ids.Take(MostTold).Select(id => names.GetValueOrDefault(id, id)))}"
                + (ids.Count > MostTold ? $" and {ids.Count - MostTold} more." : ".");
}
