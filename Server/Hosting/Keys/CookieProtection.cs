using Microsoft.AspNetCore.DataProtection;
using Microsoft.AspNetCore.DataProtection.AuthenticatedEncryption;
using Microsoft.AspNetCore.DataProtection.KeyManagement;
using Microsoft.AspNetCore.DataProtection.Repositories;

namespace IwTune.Server.Hosting.Keys;

/// <summary>What seals cookies and forms, and in the store the keys of authenticator apps, webhooks and tokens of the provider.</summary>
internal static class CookieProtection
{
    /// <summary>Where the keys are: in a shared store, or in the folder beside a store of its own. Leaked ones are left out.</summary>
    public static IXmlRepository PlaceOf(StoredKeys keys, DataDirectory directory) =>
        new GoodCookieKeys(keys.Database.Store.IsShared ? new CookieKeys(keys) : new CookieKeyFolder(directory), directory);

    public static void AddCookieProtection(this IServiceCollection services, IXmlRepository keys)
    {
        // Keys of before keep the algorithm that they name, and what they sealed stays readable.
        services
            .AddDataProtection()
            .SetApplicationName("iwtune-server")
            .UseCryptographicAlgorithms(new() { EncryptionAlgorithm = EncryptionAlgorithm.AES_256_GCM });
        services.Configure<KeyManagementOptions>(options => options.XmlRepository = keys);
    }
}
