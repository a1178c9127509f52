using System.Globalization;
using System.Text;
using QRCoder;

namespace IwTune.Server.Features.Identity.SecondFactors;

/// <summary>A QR code as the path of an SVG: one unit a module, four of quiet zone around (ISO/IEC 18004 §5.3.8).</summary>
/// <param name="Size">Modules a side, with the quiet zone.</param>
/// <param name="Path">The dark ones.</param>
internal sealed record QrPath(int Size, string Path)
{
    public static QrPath Of(string text)
    {
        using var code = QRCodeGenerator.GenerateQrCode(text, QRCodeGenerator.ECCLevel.M);
        var rows = code.ModuleMatrix;
        var path = new StringBuilder();
        for (var y = 0; y < rows.Count; y++)
        {
            for (var x = 0; x < rows.Count; x++)
            {
                var from = x;
                while (x < rows.Count && rows[y][x])
                    x++;
                if (x > from)
                    path.Append(CultureInfo.InvariantCulture, $"M{from} {y}h{x - from}v1h-{x - from}z");
            }
        }
        return new(rows.Count, path.ToString());
    }
}
