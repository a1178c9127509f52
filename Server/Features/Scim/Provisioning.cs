using System.Text.Json;
using IwTune.Server.Features.Scim.Documents;
using IwTune.Server.Hosting;
using IwTune.Server.Storage;

namespace IwTune.Server.Features.Scim;

/// <summary>
/// Runs calls for the provider that people sign in through. Without one there is no sign-in that an account could be for, and no group map.
/// </summary>
internal sealed class Provisioning(Database database, ServerOptions options, TimeProvider clock)
{
    private static readonly ScimError NoProvider = new(
        StatusCodes.Status501NotImplemented,
        null,
        "This server has no OpenID provider, so there are no people to provision: run it with --oidc-issuer and --oidc-map."
    );

    public async Task<ScimAnswer> RunAsync(HttpContext context, Func<ScimCall, Task<ScimAnswer>> run) =>
        options.Oidc is { } provider ? await run(new(context, database, clock, provider)) : ScimAnswer.Refused(NoProvider);

    /// <summary>The same with the document of the call.</summary>
    public Task<ScimAnswer> RunAsync(HttpContext context, Func<ScimCall, JsonElement, Task<ScimAnswer>> run) =>
        RunAsync(
            context,
            async call =>
            {
                var (body, error) = await ScimBody.ReadAsync(context);
                return error is not null ? ScimAnswer.Refused(error) : await run(call, body);
            }
        );
}
