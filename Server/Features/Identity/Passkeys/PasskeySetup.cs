using IwTune.Server.Features.Users;
using Microsoft.AspNetCore.Identity;

namespace IwTune.Server.Features.Identity.Passkeys;

/// <summary>The framework's passkey handler over our store, and no more of Identity than it needs.</summary>
internal static class PasskeySetup
{
    private const string Required = "required";

    public static void AddPasskeys(this IServiceCollection services)
    {
        services.AddIdentityCore<UserRow>().AddUserStore<PasskeyStore>();
        services.AddScoped<IPasskeyHandler<UserRow>, PasskeyHandler<UserRow>>();
        services.Configure<IdentityPasskeyOptions>(options =>
        {
            options.AuthenticatorTimeout = PasskeyPending.Life;
            // Knows its person (two factors in one), and whose passkeys it has (no name to type, none to guess).
            options.UserVerificationRequirement = Required;
            options.ResidentKeyRequirement = Required;
        });
        services.AddSingleton<PasskeyPending>().AddScoped<PasskeyProof>();
    }
}
