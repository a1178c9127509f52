using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using IwTune.Server.Features.Scim.Documents;
using IwTune.Server.Features.Scim.Filters;
using IwTune.Server.Features.Scim.Patching;
using IwTune.Server.Features.Scim.Schemas;
using Microsoft.AspNetCore.Http;

namespace IwTune.Fuzz.Targets.Server;

/// <summary>Filters, paths, whole resources and changes that an identity provider sends.</summary>
internal static class ScimCalls
{
    private static readonly ScimSchema[] Schemas = [ScimSchema.User, ScimSchema.Group];

    public static bool Read(byte[] input)
    {
        var text = Encoding.UTF8.GetString(input);
        var any = false;
        foreach (var schema in Schemas)
        {
            var (filter, error) = ScimFilter.Read(schema, text);
            BrokenPromiseException.Unless(filter is null == error is not null, "a filter is read, or refused with a reason");
            _ = filter?.Matches(Resource());
            any |= filter is not null;
        }
        any |= ScimPath.Read(text).Problem is null;
        var context = new DefaultHttpContext { Request = { Body = new MemoryStream(input, writable: false) } };
        var reading = ScimBody.ReadAsync(context);
        BrokenPromiseException.Unless(reading.IsCompleted, "what is in memory is read at once");
        var (body, refused) = reading.GetAwaiter().GetResult();
        return refused is null ? Changed(body) | any : any;
    }

    private static bool Changed(JsonElement body)
    {
        var any = false;
        foreach (var schema in Schemas)
        {
            any |= CanonicalValue.Resource(schema, body).Item2 is null;
            var (operations, error) = PatchOperation.Read(body);
            any |= error is null && ResourcePatch.Result(schema, Resource(), operations).Error is null;
        }
        return any;
    }

    private static JsonObject Resource() =>
        new()
        {
            ["schemas"] = new JsonArray(ScimSchema.User.Urn),
            ["id"] = "1",
            ["userName"] = "alice",
            ["displayName"] = "Alice",
            ["active"] = true,
            ["name"] = new JsonObject { ["givenName"] = "Alice", ["familyName"] = "A" },
            ["emails"] = new JsonArray(
                new JsonObject
                {
                    ["value"] = "a@example.com",
                    ["type"] = "work",
                    ["primary"] = true,
                }
            ),
            ["members"] = new JsonArray(new JsonObject { ["value"] = "1" }),
        };
}
