using IwTune.Server.Tests.Running;
using Microsoft.AspNetCore.DataProtection;
using Microsoft.AspNetCore.DataProtection.KeyManagement;
using Microsoft.AspNetCore.DataProtection.Repositories;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace IwTune.Server.Tests.Hosting;

public sealed class CookieKeysTests
{
    private const string Purpose = "IwTune.Server.Tests",
        Text = "a second factor of before";

    [Fact]
    public async Task New_keys_seal_with_AES_GCM_and_what_an_older_key_sealed_still_opens()
    {
        await using var server = await RunningServer.StartAsync();
        var before = SealAsBefore(server.Get<IOptions<KeyManagementOptions>>().Value.XmlRepository!);
        Assert.Equal("AES_256_GCM", AlgorithmOf(server.Get<IKeyManager>()));
        Assert.Equal(Text, server.Get<IDataProtectionProvider>().CreateProtector(Purpose).Unprotect(before));
    }

    /// <summary>With the framework's own choice.</summary>
    private static string SealAsBefore(IXmlRepository keys)
    {
        var services = new ServiceCollection();
        services.AddDataProtection().SetApplicationName("iwtune-server");
        services.Configure<KeyManagementOptions>(options => options.XmlRepository = keys);
        using var provider = services.BuildServiceProvider();
        foreach (var key in provider.GetRequiredService<IKeyManager>().GetAllKeys())
            provider.GetRequiredService<IKeyManager>().RevokeKey(key.KeyId);
        Assert.Equal("AES_256_CBC", AlgorithmOf(provider.GetRequiredService<IKeyManager>()));
        return provider.GetRequiredService<IDataProtectionProvider>().CreateProtector(Purpose).Protect(Text);
    }

    /// <summary>Of a key that is made now.</summary>
    private static string? AlgorithmOf(IKeyManager keys)
    {
        var now = DateTimeOffset.UtcNow;
        var key = keys.CreateNewKey(now, now.AddDays(90)).Descriptor.ExportToXml().SerializedDescriptorElement;
        return (string?)key.Descendants("encryption").Single().Attribute("algorithm");
    }
}
