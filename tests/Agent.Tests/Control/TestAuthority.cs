using System.Security.Cryptography.X509Certificates;
using IwTune.Agent.Control;
using IwTune.Lab.Authorities;
using IwTune.Shared.Wire;

namespace IwTune.Agent.Tests.Control;

/// <summary>A CA and a server certificate it issued for localhost.</summary>
internal sealed class TestAuthority : IDisposable
{
    private readonly LabAuthority _own;

    public TestAuthority(string name = "IwTune test CA", string host = "localhost", bool authority = true, DateTimeOffset? from = null)
    {
        _own = new(name, authority);
        string[] names = host == "localhost" ? [host, "127.0.0.1"] : [host];
        Server = from is { } start ? _own.Issue(start, names) : _own.Issue(names);
    }

    public X509Certificate2 Root => _own.Certificate;

    public X509Certificate2 Server { get; }

    public string Pem => _own.Pem;

    /// <summary>What a host that enrolled at this authority's server keeps.</summary>
    public Identity Enrolled(DateTimeOffset at) =>
        new()
        {
            Server = new Uri("https://localhost:7443"),
            HostId = "host-1",
            Secret = "secret-1",
            Authority = Pem,
            Pin = CaPin.Of(Root).ToString(),
            SigningKeys = [],
            Schedule = new Schedule(55, 60, 7),
            Labels = new Dictionary<string, string>(),
            Enrolled = at,
        };

    public void Dispose()
    {
        Server.Dispose();
        _own.Dispose();
    }
}
