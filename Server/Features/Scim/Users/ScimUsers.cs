using System.Text.Json;
using System.Text.Json.Nodes;
using IwTune.Server.Features.Audit;
using IwTune.Server.Features.Audit.Actions;
using IwTune.Server.Features.Scim.Documents;
using IwTune.Server.Features.Scim.Groups;
using IwTune.Server.Features.Scim.Patching;
using IwTune.Server.Features.Scim.Schemas;
using IwTune.Server.Features.Users;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Scim.Users;

/// <summary>What the provider does with people. Each change is one transaction with its audit entries.</summary>
internal static class ScimUsers
{
    private static readonly ScimSchema Schema = ScimSchema.User;

    public static async Task<(ScimUserRow? Made, ScimError? Error)> CreateAsync(ScimCall call, JsonElement body)
    {
        var (resource, error) = CanonicalValue.Resource(Schema, body);
        if ((error ?? Missing(resource!)) is { } refused)
            return (null, refused);
        return await call.Database.WriteAsync<(ScimUserRow?, ScimError?)>(async write =>
        {
            var row = ScimUserForm.With(
                new()
                {
                    Id = call.Clock.NewId(),
                    Issuer = call.Issuer,
                    CreatedAt = call.Now,
                },
                resource!,
                call.Now
            );
            if (await TakenAsync(write, row) is { } taken)
                return (null, taken);
            await ScimUserQueries.InsertAsync(write, row);
            await ScimAccounts.MakeAsync(write, call, row, ScimUserForm.Shown(resource!));
            return (await ScimUserQueries.FindAsync(write, row.Issuer, row.Id), null);
        });
    }

    public static async Task<(ScimUserRow? Changed, ScimError? Error)> ReplaceAsync(ScimCall call, string id, JsonElement body)
    {
        var (resource, error) = CanonicalValue.Resource(Schema, body);
        if (error is not null)
            return (null, error);
        return await ChangeAsync(
            call,
            id,
            before =>
            {
                // What is left out is cleared, except the lock: an account must not open because a caller forgot it.
                resource!["active"] ??= before["active"]!.DeepClone();
                return (resource, null);
            }
        );
    }

    public static async Task<(ScimUserRow? Changed, ScimError? Error)> PatchAsync(ScimCall call, string id, JsonElement body)
    {
        var (operations, error) = PatchOperation.Read(body);
        return error is not null ? (null, error) : await ChangeAsync(call, id, before => ResourcePatch.Result(Schema, before, operations));
    }

    public static Task<ScimError?> RemoveAsync(ScimCall call, string id) =>
        call.Database.WriteAsync(async write =>
        {
            if (await ScimUserQueries.FindAsync(write, call.Issuer, id) is not { } row)
                return ScimError.NotFound("user", id);
            if (!ResourceVersion.Holds(call.Context, row.Version))
                return ScimError.Changed();
            var groups = (await ScimGroupQueries.OfUsersAsync(write, [id]))[id].Select(group => group.Id).ToList();
            await ScimGroupQueries.DropUserAsync(write, id);
            await ScimGroupQueries.TouchAsync(write, groups, call.Now);
            await ScimAccounts.RemoveAsync(write, call, row);
            await ScimUserQueries.RemoveAsync(write, id);
            return (ScimError?)null;
        });

    private static Task<(ScimUserRow? Changed, ScimError? Error)> ChangeAsync(
        ScimCall call,
        string id,
        Func<JsonObject, (JsonObject? After, ScimError? Error)> change
    ) =>
        call.Database.WriteAsync<(ScimUserRow?, ScimError?)>(async write =>
        {
            if (await ScimUserQueries.FindAsync(write, call.Issuer, id) is not { } row)
                return (null, ScimError.NotFound("user", id));
            if (!ResourceVersion.Holds(call.Context, row.Version))
                return (null, ScimError.Changed());
            var before = ScimUserForm.Writable(row);
            var (after, error) = change(ScimUserForm.Writable(row));
            if ((error ?? Missing(after!)) is { } refused)
                return (null, refused);
            // Providers send again what they sent before: that is no change, and no entry.
            if (JsonNode.DeepEquals(before, after))
                return (row, null);
            var next = ScimUserForm.With(row, after!, call.Now);
            if (await TakenAsync(write, next, row) is { } taken)
                return (null, taken);
            await ScimUserQueries.UpdateAsync(write, next);
            await ScimAccounts.ChangeAsync(write, call, row, next, ScimUserForm.Shown(after!));
            var names = Differing(before, after!);
            if (names.Count > 0)
                await AuditLog.AppendAsync(
                    write,
                    call.Clock,
                    call.Actor,
                    ScimActions.ChangeUser,
                    $"oidc:{row.Account}",
                    $"SCIM changed {string.Join(", ", names)} of {next.UserName}."
                );
            return (await ScimUserQueries.FindAsync(write, row.Issuer, id), null);
        });

    private static ScimError? Missing(JsonObject resource) =>
        ScimUserForm.Text(resource, "userName") is null ? ScimError.InvalidValue("userName: is required.") : null;

    /// <summary>Names and ids of others, also of accounts that only this server has: SCIM neither sees nor changes those.</summary>
    private static async Task<ScimError?> TakenAsync(DbSession write, ScimUserRow row, ScimUserRow? before = null)
    {
        if (await ScimUserQueries.ByNameAsync(write, row.Issuer, row.UserKey) is { } other && other.Id != row.Id)
            return ScimError.Uniqueness($"userName: '{ScimError.Short(row.UserName)}' belongs to user {other.Id}.");
        // A local account that came later must not keep the provider from locking the person.
        if (row.UserKey != before?.UserKey && await UserQueries.FindAsync(write, row.UserKey) is not null)
            return ScimError.Uniqueness(
                $"userName: '{ScimError.Short(row.UserName)}' is a local account of this server, which SCIM does not change. Give one of "
                    + "the two another name."
            );
        return
            row.ExternalId is { } external
            && await ScimUserQueries.ByExternalAsync(write, row.Issuer, external) is { } same
            && same.Id != row.Id
            ? ScimError.Uniqueness($"externalId: '{ScimError.Short(external)}' belongs to user {same.Id}.")
            : null;
    }

    private static List<string> Differing(JsonObject before, JsonObject after) =>
        [
            .. Schema
                .Attributes.Select(attribute => attribute.Name)
                .Append("externalId")
                .Where(name => name != "active" && !JsonNode.DeepEquals(before[name], after[name])),
        ];
}
